import JSONRPC
import TodayProtocol

/// One method that processes may call, with every rule that applies before its function is called.
///
/// ``all`` is the method table. A row says, in this order: which processes may call the method, what the process must
/// be entitled to, how often it may call it, and what the method does within a transaction.
struct SessionMethod: Sendable {
    enum Caller: Sendable {
        case appsAndWidgets
        case apps
        case widgets
    }

    /// A limit on how often a process may call a method in ten seconds.
    struct RateLimit<Request: RPCRequest>: Sendable {
        var limit: Int
        var message: String
        var counts: @Sendable (Request, ProcessSession) -> Bool = { _, _ in true }

        /// Returns a limit whose message says "METHOD: at most LIMIT", followed by a text.
        static func calls(
            _ limit: Int,
            _ text: String,
            counts: @escaping @Sendable (Request, ProcessSession) -> Bool = { _, _ in true }
        ) -> Self {
            Self(limit: limit, message: "\(Request.method): at most \(limit) \(text)", counts: counts)
        }
    }

    var caller: Caller
    /// Decodes a request, checks it against the row, and calls the method's function.
    ///
    /// Called in the order in which the process asked. The function answers at once, or hands the request to something
    /// that keeps that order.
    var begin: @Sendable (IncomingRequest, ProcessSession) throws -> Void
}

struct SessionMethodTable {
    private(set) var methods: [String: SessionMethod] = [:]

    /// Adds a method that changes something: its function returns the change.
    ///
    /// The change is collected in the transaction that the request names, and committed at once if it names none.
    mutating func add<Request: RPCRequest>(
        _ type: Request.Type,
        for caller: SessionMethod.Caller = .appsAndWidgets,
        needs entitlement: SessionMethod.Entitlement<Request> = .none,
        rateLimit: SessionMethod.RateLimit<Request>? = nil,
        in transaction: @escaping @Sendable (Request) -> Int?,
        _ change: @escaping @Sendable (ProcessSession) -> (Request) throws -> SessionChange<Request.Reply>
    ) {
        addRow(caller, entitlement, rateLimit) { request, incoming, session in
            try session.apply(try change(session)(request), transaction(request), incoming)
        }
    }

    /// Adds a method that reads or does something, and answers by itself.
    mutating func add<Request: RPCRequest>(
        _ type: Request.Type,
        for caller: SessionMethod.Caller = .appsAndWidgets,
        needs entitlement: SessionMethod.Entitlement<Request> = .none,
        rateLimit: SessionMethod.RateLimit<Request>? = nil,
        _ begin: @escaping @Sendable (ProcessSession) -> (Request, IncomingRequest) throws -> Void
    ) {
        addRow(caller, entitlement, rateLimit) { request, incoming, session in
            try begin(session)(request, incoming)
        }
    }

    private mutating func addRow<Request: RPCRequest>(
        _ caller: SessionMethod.Caller,
        _ entitlement: SessionMethod.Entitlement<Request>,
        _ rateLimit: SessionMethod.RateLimit<Request>?,
        _ begin: @escaping @Sendable (Request, IncomingRequest, ProcessSession) throws -> Void
    ) {
        methods[Request.method] = SessionMethod(caller: caller) { incoming, session in
            let request = try incoming.decode(Request.self)
            do throws(RPCError) { try entitlement.check(request, session) } catch {
                session.auditDenial(of: Request.method, error)
                throw error
            }
            if let rateLimit, rateLimit.counts(request, session) {
                try session.admit(Request.method, limit: rateLimit.limit, message: rateLimit.message)
            }
            try begin(request, incoming, session)
        }
    }
}
