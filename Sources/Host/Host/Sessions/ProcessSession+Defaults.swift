import HostStorage
import JSONRPC
import TodayProtocol

/// `defaults/get`, `set`, `remove` and `all`.
///
/// Reads and writes go through the store's one queue in the order in which they were asked for; the answer is written
/// on the store's writer, after the processes of the group were told.
extension ProcessSession {
    static func get(
        _ request: DefaultsGetRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        try session.require(request.group)
        if let number = request.transaction {
            let written = try session.inTransaction(number) { transaction throws(RPCError) in
                transaction.value(of: request.key, in: request.group)
            }
            if let written {
                incoming.reply(DefaultsGetRequest.Reply(value: written))
                return
            }
        }
        session.services.store.enqueueRead { reader in
            try reader.defaultsEntry(for: request.key, of: request.group)?.value
        } completion: { result in
            incoming.finish(result.map(DefaultsGetRequest.Reply.init(value:)))
        }
    }

    static func set(
        _ request: DefaultsSetRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        try session.write(
            request.value,
            request.key,
            request.group,
            request.transaction,
            incoming
        )
    }

    static func remove(
        _ request: DefaultsRemoveRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        try session.write(nil, request.key, request.group, request.transaction, incoming)
    }

    static func all(
        _ request: DefaultsAllRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        try session.require(request.group)
        session.services.store.enqueueRead { reader in
            let page = try reader.defaults(of: request.group, after: request.after)
            return DefaultsAllRequest.Reply(
                values: Dictionary(page.entries.map { ($0.key, $0.value) }) { $1 },
                next: page.hasMore ? page.entries.last?.key : nil,
                revision: page.revision
            )
        } completion: { result in
            incoming.finish(result)
        }
    }

    private func write(
        _ value: PropertyValue?,
        _ key: String,
        _ group: GroupID,
        _ transaction: Int?,
        _ incoming: IncomingRequest
    ) throws(RPCError) {
        try require(group)
        if let transaction {
            do throws(StoreError) {
                try DefaultsLimits.check(key: key, group: group)
                if let value { _ = try DefaultsLimits.text(of: value, key: key, group: group) }
            } catch {
                throw RPCError(store: error)
            }
            try inTransaction(transaction) { transaction throws(RPCError) in
                try Self.translating { () throws(HostTransactionFull) in try transaction.set(value, for: key, in: group)
                }
            }
            incoming.reply(EmptyReply())
            return
        }
        let operation: DefaultsOperation =
            value.map { .set(group: group, key: key, value: $0) } ?? .remove(group: group, key: key)
        services.store.enqueue(StoreTransaction([.defaults(operation)], origin: rights.origin)) { result in
            incoming.finish(result.map { _ in EmptyReply() })
        }
    }

    /// Turns the refusal of a full transaction into the process's error.
    static func translating(_ body: () throws(HostTransactionFull) -> Void) throws(RPCError) {
        do throws(HostTransactionFull) { try body() } catch {
            throw RPCError(.limitExceeded, "A transaction holds at most \(HostTransaction.limit) changes.")
        }
    }

    /// Changes or reads a transaction that is not over.
    func inTransaction<Value: Sendable>(
        _ number: Int,
        _ body: (inout HostTransaction) throws(RPCError) -> Value
    ) throws(RPCError) -> Value {
        guard let value = try transactions.change(number, body) else {
            throw RPCError(.transactionOver, "The transaction \(number) is over; write before you answer.")
        }
        return value
    }
}

extension IncomingRequest {
    /// Answers with what the store said.
    func finish<Value: Encodable>(_ result: Result<Value, StoreError>) {
        switch result {
        case .success(let value): reply(value)
        case .failure(let error): fail(RPCError(store: error))
        }
    }
}

extension RPCError {
    /// What a process is told of the store's error.
    init(store error: StoreError) {
        switch error.code {
        case .limitExceeded, .diskFull: self.init(.limitExceeded, error.message)
        case .invalid: self.init(.invalidParams, error.message)
        case .notFound: self.init(.notFound, error.message)
        default: self.init(.internalError, "The host could not do it; its log says why.")
        }
    }
}
