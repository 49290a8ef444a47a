public import FoundationEssentials
import JSONRPC
import TodayProtocol

/// Fetches from the network: the host does it, since the process itself reaches nothing.
///
/// It needs the entitlement `com.apple.security.network.client`, and a host that the bundle names in
/// `TodayAllowedHosts` or that the person allowed.
public struct HTTPClient: Sendable {
    /// How long an answer may take to come from the host, which has a shorter deadline of its own.
    private static let deadline = Duration.seconds(60)

    let session: ProcessSession

    /// Fetches an address.
    ///
    /// A status such as 404 is no error. When the caller's task is cancelled, the fetch is given up.
    ///
    /// - Parameters:
    ///   - url: An `https` or `http` URL.
    ///   - method: What to do with it.
    ///   - headers: Headers to send; those that would break the host's rules are refused by name.
    ///   - body: What to send, at most 64 KiB.
    ///   - maximumAge: How old a kept answer may be. It shortens what the server allows, and says how long an answer
    ///     serves whose server says nothing; zero asks the server in any case.
    /// - Returns: What the server answered, with a body of at most 512 KiB.
    /// - Throws: ``FetchError`` with a sentence for the person, or a `CancellationError`.
    public func fetch(
        _ url: String,
        method: HTTPMethod = .get,
        headers: [String: String] = [:],
        body: Data? = nil,
        maximumAge: Duration? = nil
    ) async throws -> HTTPResponse {
        let request = HTTPFetchRequest(
            url: url,
            method: method == .get ? nil : method.rawValue,
            headers: headers.isEmpty ? nil : headers,
            body: body,
            maximumAge: maximumAge.map { $0 / .seconds(1) }
        )
        do {
            let reply = try await session.connection.call(request, deadline: Self.deadline)
            return HTTPResponse(
                status: reply.status,
                headers: reply.headers,
                body: reply.body,
                age: .seconds(max(0, reply.age))
            )
        } catch {
            if error.code == .cancelled { throw CancellationError() }
            throw FetchError(error)
        }
    }
}
