import JSONRPC
import TodayProtocol

/// The half of a session that knows what the process is: it answers the requests of a widget or of an app.
protocol Responder: Sendable {
    /// What the process is; the host must be of the same opinion.
    var kind: ProcessKind { get }

    /// How a request stands to the others; none for one that nobody answers.
    func order(of method: String) -> RequestOrder?

    /// Does what a request asks.
    ///
    /// - Returns: What to answer it with.
    /// - Throws: Why it cannot be done.
    func answer(_ request: IncomingRequest, in session: HostSession) async throws -> any Encodable & Sendable

    /// Takes note of an event, in order with the performs.
    func receive(_ event: AppEvent, in session: HostSession) async

    /// Works beside everything else until its task is cancelled.
    func run(in session: HostSession) async
}

/// How a request stands to the other requests.
enum RequestOrder: Hashable, Sendable {
    /// One at a time, in the order of arrival.
    case serial
    /// Beside all others.
    case concurrent
}
