import JSONRPC
import TodayProtocol

/// What a widget and an app have in common: the moment, the shared state and the way to the host.
///
/// It belongs to one request, or to ``App/run(_:)``. Within a perform, a response or a push it carries the transaction: what is
/// written through it is committed with the answer, and seen by nobody before but by what reads shared defaults through
/// it. When the request is over, writing through it throws.
public struct ProcessContext: ProcessScoped {
    let session: ProcessSession
    let facts: InitializeRequest
    let request: RequestContext
    let scope: RequestScope
    let transaction: Transaction?

    /// The context itself.
    public var process: ProcessContext { self }
    /// The shared defaults of the process's app groups.
    public var defaults: SharedDefaults {
        SharedDefaults(center: session.defaults, session: session, facts: facts, scope: scope, transaction: transaction)
    }
    /// Fetches from the network.
    public var http: HTTPClient { HTTPClient(session: session) }
    /// The host's log.
    public var log: Log { Log(session: session) }
    /// The app groups that the process's entitlements name, in their order.
    public var groups: [AppGroup] { facts.groups.map { AppGroup(id: $0.id, path: $0.path) } }
    /// The process's bundle; read-only.
    public var bundlePath: String { facts.bundlePath }
    /// A folder that only this process sees and that is gone with it.
    public var temporaryPath: String { facts.temporaryPath }

    /// Asks the host for something that belongs to the transaction, if there is one.
    func ask<Request: RPCRequest>(_ request: (Int?) -> Request) async throws {
        try transaction?.requireOpen()
        _ = try await session.ask(request(transaction?.number))
    }
}
