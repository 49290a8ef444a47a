import HostModel
import HostStorage
import JSONRPC
import TodayProtocol

/// The changes of a method, which are collected in a transaction or made at once.
struct SessionChange<Reply: Encodable & Sendable>: Sendable {
    var operations: [StoreOperation] = []
    /// The request to the screen; a change has this or operations.
    var screen: HostTransaction.ScreenRequest?
    /// The answer; if it is `nil`, ``read`` is called for it.
    var reply: Reply?
    /// Reads the answer after the change was committed.
    var read: (@Sendable (DurableReader) throws -> Reply)?
}

extension SessionChange where Reply == EmptyReply {
    init(_ operations: StoreOperation...) { self.init(operations) }

    init(_ operations: [StoreOperation]) { self.init(operations: operations, reply: EmptyReply()) }

    init(_ screen: HostTransaction.ScreenRequest) { self.init(screen: screen, reply: EmptyReply()) }
}

extension ProcessSession {
    /// Collects a change in a transaction, or makes it at once if `transaction` is `nil`, and answers.
    func apply<Reply: Encodable & Sendable>(
        _ change: SessionChange<Reply>,
        _ transaction: Int?,
        _ incoming: IncomingRequest
    ) throws {
        if let transaction {
            try inTransaction(transaction) { open in
                for operation in change.operations { try open.add(operation) }
                if let screen = change.screen { open.add(screen) }
            }
            if let reply = change.reply { return incoming.reply(reply) }
        } else if let screen = change.screen {
            perform(screen)
            if let reply = change.reply { return incoming.reply(reply) }
        } else if !change.operations.isEmpty || change.read == nil {
            return commit(change, incoming)
        }
        if let read = change.read { services.store.enqueueRead(read, completion: incoming.finish) }
    }

    /// Throws `limitExceeded` if a request of a method names too many things.
    static func check<Things: Collection>(_ things: Things?, atMost limit: Int, _ noun: String, _ method: String) throws
    {
        guard things?.count ?? 0 <= limit else {
            throw RPCError(.limitExceeded, "\(method): at most \(limit) \(noun) at a time.")
        }
    }

    func inTransaction<Value: Sendable>(
        _ number: Int,
        _ body: (inout HostTransaction) throws -> Value
    ) throws -> Value {
        guard let value = try transactions.change(number, body) else {
            throw RPCError(.transactionOver, "The transaction \(number) is over; write before you answer.")
        }
        return value
    }

    /// The approximate cost of committing a change outside a transaction, besides that of the change itself.
    private static let commitTime = Duration.microseconds(200)

    private func commit<Reply: Encodable & Sendable>(_ change: SessionChange<Reply>, _ incoming: IncomingRequest) {
        // The writer commits later, together with the changes of others.
        incoming.charge(Self.commitTime)
        let store = services.store
        store.enqueue(StoreTransaction(change.operations, origin: rights.origin)) { result in
            switch result {
            case .failure(let error):
                self.rememberError(error.text)
                incoming.fail(RPCError(error))
            case .success(let receipt):
                incoming.charge(receipt.time)
                if let read = change.read {
                    store.enqueueRead(read, completion: incoming.finish)
                } else if let reply = change.reply {
                    incoming.reply(reply)
                }
            }
        }
    }

    private func perform(_ request: HostTransaction.ScreenRequest) {
        switch request {
        case .open(let url, let id): services.screen.open(url, as: id, onPagesOf: rights.app)
        case .reload(let widgets): services.screen.reload(widgets, isUrgent: false, by: rights.widget)
        case .reloadScene(let url): services.screen.reloadScenes(of: rights.app, url: url)
        case .wakeApp: services.wakeApp(rights.app)
        case .offerUndo: break
        }
    }
}

extension IncomingRequest {
    /// Answers with a result of the store; called by the store, not on the thread that reads the connection.
    func finish<Value: Encodable>(_ result: Result<Value, StoreError>) {
        switch result {
        case .success(let value): charging { reply(value) }
        case .failure(let error): fail(RPCError(error))
        }
    }
}
