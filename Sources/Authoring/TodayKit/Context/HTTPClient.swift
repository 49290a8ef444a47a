public import FoundationEssentials
public import JSON
import JSONRPC
import TodayProtocol

/// Fetches from the network: the host does it, since the process itself reaches nothing.
///
/// It needs the entitlement `com.apple.security.network.client`, and a host that the bundle names in
/// `TodayAllowedHosts` or that the person allowed.
public struct HTTPClient: Sendable {
    /// How long an answer may take to come from the host, which has a shorter deadline of its own.
    private static let deadline = Duration.seconds(60)

    let session: HostSession

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

/// What a fetch does with an address.
public enum HTTPMethod: String, Hashable, Sendable {
    /// Reads it.
    case get = "GET"
    /// Sends a body to it.
    case post = "POST"
}

/// What a server answered.
public struct HTTPResponse: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers that matter to a process, by lower-case name.
    public let headers: [String: String]
    /// The body, decompressed.
    public let body: Data
    /// How old the answer is; zero when it just came.
    public let age: Duration

    /// Makes an answer, as a test may need it.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data(), age: Duration = .zero) {
        self.status = status
        self.headers = headers
        self.body = body
        self.age = age
    }

    /// Whether the status is one of success, 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// Reads the body as JSON.
    ///
    /// - Throws: A `JSONSyntaxError` that names the mistake and its place.
    public func json() throws -> JSONValue { try JSONValue(parsing: body) }
}

/// Why a fetch brought no answer.
public struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of fetches that fail.
    public enum Code: Hashable, Sendable {
        /// The process may not fetch at all, or not from this host.
        case notAllowed
        /// The server cannot be reached, or broke off.
        case failed
        /// The server did not answer in time.
        case timedOut
        /// The answer is larger than the host takes.
        case tooLarge
        /// The request is malformed.
        case invalid
    }

    /// The kind of failure.
    public var code: Code
    /// One sentence for the person.
    public var message: String

    /// Describes a failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: RPCError) {
        code =
            switch error.code {
            case .fetchNotAllowed, .notEntitled, .unavailableInExtensions: .notAllowed
            case .fetchTimedOut, .timedOut: .timedOut
            case .fetchTooLarge, .limitExceeded: .tooLarge
            case .invalidParams: .invalid
            default: .failed
            }
        message = error.message
    }

    /// The sentence.
    public var description: String { message }
}
