import JSONRPC

protocol Responder: Sendable {
    /// Returns how a request is ordered relative to others, or `nil` if the process does not answer it.
    func order(of method: String) -> RequestOrder?

    /// Performs a request; any error becomes the request's error.
    func answer(_ request: IncomingRequest, in session: HostSession) async throws -> any Encodable & Sendable

    /// Handles an event, in order with the actions.
    func receive(_ event: AppEvent, in session: HostSession) async

    /// Runs concurrently with everything else until its task is cancelled.
    func run(in session: HostSession) async
}

/// The order of a request relative to the other requests.
enum RequestOrder: Hashable, Sendable {
    /// One at a time, in the order of arrival.
    case serial
    /// Concurrently with all other requests.
    case concurrent
}
