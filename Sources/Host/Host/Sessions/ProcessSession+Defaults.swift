import HostStorage
import JSONRPC
import TodayProtocol

/// `defaults/get`, `set`, `remove` and `all`.
///
/// Reads and writes go through the store's one queue in the order in which the process asked. The answer to a write is
/// sent from the store's writer, after the processes of the group were told of the change.
extension ProcessSession {
    static func get(
        _ request: DefaultsGetRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        session.services.store.enqueueRead { reader in
            try incoming.charging { try reader.defaultsEntry(for: request.key, of: request.group)?.value }
        } completion: { result in
            incoming.finish(result.map(DefaultsGetRequest.Reply.init(value:)))
        }
    }

    static func set(
        _ request: DefaultsSetRequest,
        _ session: ProcessSession
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        if request.transaction != nil {
            // Outside a transaction the store checks this.
            do throws(StoreError) {
                try DefaultsLimits.check(key: request.key, group: request.group)
                _ = try DefaultsLimits.text(of: request.value, key: request.key, group: request.group)
            } catch {
                throw RPCError(store: error)
            }
        }
        return SessionChange([.defaults(.set(group: request.group, key: request.key, value: request.value))])
    }

    static func remove(
        _ request: DefaultsRemoveRequest,
        _ session: ProcessSession
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        if request.transaction != nil {
            // Outside a transaction the store checks this.
            do throws(StoreError) { try DefaultsLimits.check(key: request.key, group: request.group) } catch {
                throw RPCError(store: error)
            }
        }
        return SessionChange([.defaults(.remove(group: request.group, key: request.key))])
    }

    static func all(
        _ request: DefaultsAllRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        session.services.store.enqueueRead { reader in
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

extension HostTransaction {
    /// The answer to `defaults/get` if this transaction has written the key; else `nil`.
    func reply(to request: DefaultsGetRequest) -> DefaultsGetRequest.Reply? {
        value(of: request.key, in: request.group).map(DefaultsGetRequest.Reply.init(value:))
    }
}
