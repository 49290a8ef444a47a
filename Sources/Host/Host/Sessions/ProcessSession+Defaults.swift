import HostStorage
import JSONRPC
import TodayProtocol

/// `defaults/get`, `set`, `remove` and `all`.
///
/// Reads and writes go through the store's one queue in the order in which the process asked. The answer to a write is
/// sent from the store's writer, after the processes of the group were told of the change.
extension ProcessSession {
    func get(_ request: DefaultsGetRequest, _ incoming: IncomingRequest) throws {
        if let transaction = request.transaction {
            let written = try inTransaction(transaction) { $0.value(of: request.key, in: request.group) }
            if let written { return incoming.reply(DefaultsGetRequest.Reply(value: written)) }
        }
        services.store.enqueueRead { reader in
            try incoming.charging { try reader.defaultsEntry(for: request.key, of: request.group)?.value }
        } completion: { result in
            incoming.finish(result.map(DefaultsGetRequest.Reply.init(value:)))
        }
    }

    func set(_ request: DefaultsSetRequest) throws -> SessionChange<EmptyReply> {
        if request.transaction != nil {
            // Outside a transaction the store checks this.
            try DefaultsLimits.check(key: request.key, group: request.group)
            _ = try DefaultsLimits.text(of: request.value, key: request.key, group: request.group)
        }
        return SessionChange(.defaults(.set(group: request.group, key: request.key, value: request.value)))
    }

    func remove(_ request: DefaultsRemoveRequest) throws -> SessionChange<EmptyReply> {
        if request.transaction != nil {
            // Outside a transaction the store checks this.
            try DefaultsLimits.check(key: request.key, group: request.group)
        }
        return SessionChange(.defaults(.remove(group: request.group, key: request.key)))
    }

    func all(_ request: DefaultsAllRequest, _ incoming: IncomingRequest) throws {
        services.store.enqueueRead { reader in
            let page = try incoming.charging { try reader.defaults(of: request.group, after: request.after) }
            return DefaultsAllRequest.Reply(
                values: Dictionary(page.entries.map { ($0.key, $0.value) }) { $1 },
                next: page.hasMore ? page.entries.last?.key : nil,
                revision: page.revision
            )
        } completion: { result in
            incoming.finish(result)
        }
    }
}
