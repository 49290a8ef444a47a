public import AdaptiveCards
public import FoundationEssentials
public import JSON
import JSONRPC
import TodayProtocol

/// Fetches from the network through the host, since the process has no network of its own.
///
/// The process needs the entitlement `com.apple.security.network.client`, and the server must be listed in the bundle's
/// `TodayAllowedHosts` or allowed by the person.
public struct HTTPClient: Sendable {
    /// The time within which the host must answer; the host's own deadline is shorter.
    private static let deadline = Duration.seconds(60)

    let session: HostSession

    /// Fetches a URL.
    ///
    /// A status such as 404 is not an error. If the caller's task is cancelled, the fetch is cancelled too.
    ///
    /// - Parameters:
    ///   - url: An `https` or `http` URL.
    ///   - method: The HTTP method.
    ///   - headers: Headers to send; the host refuses headers that break its rules, with a message that names them.
    ///   - body: The body to send, at most 64 KiB.
    ///   - maximumAge: The largest age of a cached response. It shortens the lifetime that the server allows, and is
    ///     the lifetime of a response for which the server names none; zero always asks the server.
    /// - Returns: The response, with a body of at most 512 KiB.
    /// - Throws: ``FetchError`` with a message for the person, or a `CancellationError`.
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
        let reply = try await session.call(request, deadline: Self.deadline) { FetchError($0) }
        let age = Duration.seconds(max(0, reply.age))
        return HTTPResponse(status: reply.status, headers: reply.headers, body: reply.body, age: age)
    }
}

/// The HTTP method of a fetch.
public enum HTTPMethod: String, Hashable, Sendable {
    /// Reads a resource.
    case get = "GET"
    /// Sends a body.
    case post = "POST"
    /// Reads properties of a resource of a WebDAV server; the header `depth` is `0` or `1`.
    case propfind = "PROPFIND"
    /// Runs a query on a resource of a WebDAV server.
    case report = "REPORT"
}

/// The response of a server.
public struct HTTPResponse: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers that the host passes on, by lower-case name.
    public let headers: [String: String]
    /// The body, decompressed.
    public let body: Data
    /// The age of a cached response; zero if it was just received.
    public let age: Duration

    /// Creates a response, for tests.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data(), age: Duration = .zero) {
        self.status = status
        self.headers = headers
        self.body = body
        self.age = age
    }

    /// `true` if the status is in the range 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// Reads the body as JSON, or throws a `JSONSyntaxError` that names the mistake and its position.
    public func json() throws -> JSONValue { try JSONValue(parsing: body) }
}

/// The reason why a fetch failed.
public struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures.
    public enum Code: Hashable, Sendable {
        /// The process may not fetch at all, or not from this server.
        case notAllowed
        /// The server could not be reached, or closed the connection.
        case failed
        /// The server did not answer in time.
        case timedOut
        /// The response is larger than the host accepts.
        case tooLarge
        /// The request is malformed.
        case invalid
    }

    /// The kind of failure.
    public var code: Code
    /// One sentence for the person.
    public var message: String
    /// The server that the person has not allowed yet, in the form that `today allow` takes: `example.com` or
    /// `localhost:8080`.
    ///
    /// After a redirect it differs from the server in the URL. It is `nil` with any other code than `notAllowed`, and
    /// if the person has revoked the right.
    public var server: String?

    /// Creates an error.
    public init(_ code: Code, _ message: String, server: String? = nil) {
        self.code = code
        self.message = message
        self.server = server
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
        server = code == .notAllowed ? error.data?["server"]?.stringValue : nil
    }

    /// The message.
    public var description: String { message }
}

extension Action {
    /// Returns a button that asks the person to allow the app a server, for use after a ``FetchError`` that names one.
    ///
    /// It opens a page of Today that names the app and the server. Nothing is allowed before the person agrees there;
    /// then the app's widgets and its page are drawn again. Only browsers have this page: in a terminal the person runs
    /// `today allow`.
    ///
    /// - Returns: The button.
    public static func allowHost(_ title: String, server: String) -> Action {
        .openURL(title, url: "today://hosts/\(server.escapedForURLs)")
    }
}
