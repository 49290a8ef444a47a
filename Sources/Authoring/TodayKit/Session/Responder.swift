import JSONRPC
import TodayProtocol

/// Answers the requests of one kind of process, a widget or an app, for its session.
protocol Responder: Sendable {
    /// The kind of the process, which must match what the host says.
    var kind: ProcessKind { get }

    /// Becomes what the host starts the process as, before any other function is called.
    ///
    /// - Parameter initialization: What the host says of the process.
    /// - Returns: Why it cannot be that, in a part of a sentence; `nil` if it can.
    func open(_ initialization: InitializeRequest) -> String?

    /// Returns how a request is ordered relative to others, or `nil` if the process does not answer it.
    func order(of method: String) -> RequestOrder?

    /// Performs a request.
    ///
    /// - Returns: The reply.
    /// - Throws: Any error, which becomes the request's error.
    func answer(_ request: IncomingRequest, in session: HostSession) async throws -> any Encodable & Sendable

    /// Handles an event, in order with the actions.
    func receive(_ event: AppEvent, in session: HostSession) async

    /// Runs concurrently with everything else until its task is cancelled.
    func run(in session: HostSession) async
}

/// How a request is ordered relative to the other requests.
enum RequestOrder: Hashable, Sendable {
    /// One at a time, in the order of arrival.
    case serial
    /// Concurrently with all other requests.
    case concurrent
}

extension Responder {
    /// Is what it is, whatever the host says.
    func open(_ initialization: InitializeRequest) -> String? { nil }
}
