package import HostModel
package import JSON
import TodayProtocol

/// A request that is sent over HTTP by one of its ``routes``.
///
/// Both the server's routes and the client are derived from them.
package protocol RoutedRequest: Sendable {
    /// The type of the reply; `Void` for one without a body.
    associatedtype Reply: Sendable = Void

    /// The HTTP encodings of the request and its reply; several if the method or the path depends on the request's
    /// values.
    ///
    /// A client uses the first route that ``Route/applies`` to the request.
    static var routes: [Route<Self>] { get }

    /// Maximum size of the request body, in bytes.
    static var bodyLimit: Int { get }

    /// Checks the limits on sizes and counts that need no host, before the server passes the request on.
    ///
    /// - Throws: `invalid`, with a sentence for the person.
    func validate() throws(HostError)
}

extension RoutedRequest {
    /// 64 KiB.
    package static var bodyLimit: Int { 64 * 1024 }

    package func validate() throws(HostError) {}
}

/// The HTTP encoding of one kind of request: method, path, parameters, body and reply.
package struct Route<Request: RoutedRequest>: Sendable {
    package let method: RouteMethod
    /// Path below `/api/`; a component that begins with a colon is a parameter: `widgets/:widget/ledger`.
    package let path: String
    /// Returns `true` if a client uses this route for the request.
    package let applies: @Sendable (Request) -> Bool
    /// `true` if the request has a JSON body.
    package let hasBody: Bool
    /// Coding of the reply.
    package let reply: ReplyCoding<Request.Reply>
    /// Makes the request from the parameters and the body that the server received.
    package let read: @Sendable (RequestReader) throws -> Request
    /// Writes the request's parameters and body for the server.
    package let write: @Sendable (Request, inout RequestWriter) throws -> Void

    /// Makes a route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below `/api/`, with parameters.
    ///   - applies: Returns `true` if a client uses this route for the request; always by default.
    ///   - hasBody: `true` if the request has a JSON body.
    ///   - reply: The coding of the reply.
    ///   - read: Makes the request from the parameters and the body that the server received.
    ///   - write: Writes the parameters and the body that `read` reads; nothing by default.
    package init(
        _ method: RouteMethod,
        _ path: String,
        when applies: @escaping @Sendable (Request) -> Bool = { _ in true },
        hasBody: Bool = false,
        reply: ReplyCoding<Request.Reply>,
        read: @escaping @Sendable (RequestReader) throws -> Request,
        write: @escaping @Sendable (Request, inout RequestWriter) throws -> Void = { _, _ in }
    ) {
        self.method = method
        self.path = path
        self.applies = applies
        self.hasBody = hasBody
        self.reply = reply
        self.read = read
        self.write = write
    }
}

extension Route where Request: Codable {
    /// Makes a route whose body is the request itself.
    package init(body method: RouteMethod, _ path: String, reply: ReplyCoding<Request.Reply>) {
        self.init(
            method,
            path,
            hasBody: true,
            reply: reply,
            read: { try $0.body() },
            write: { try $1.setBody($0) }
        )
    }
}

package enum RouteMethod: String, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
}

/// The parameters and the body of a request that the server received.
package struct RequestReader: Sendable {
    /// Language and time zone of the person, from the headers.
    package let viewer: Viewer

    private let path: @Sendable (String) -> String?
    private let query: @Sendable (String) -> String?
    private let json: JSONValue
    private let source: @Sendable () throws -> SurfaceID

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - viewer: The language and time zone of the person.
    ///   - path: Looks up a parameter of the path, still percent-encoded.
    ///   - query: Looks up a parameter of the query, decoded.
    ///   - body: The body; `null` for a route without one.
    ///   - surface: Returns the surface that the request comes from.
    package init(
        viewer: Viewer,
        path: @escaping @Sendable (String) -> String?,
        query: @escaping @Sendable (String) -> String?,
        body: JSONValue = .null,
        surface: @escaping @Sendable () throws -> SurfaceID
    ) {
        self.viewer = viewer
        self.path = path
        self.query = query
        json = body
        source = surface
    }

    /// Returns a parameter of the path, decoded; 1 to 512 bytes.
    ///
    /// - Throws: `invalid` if it is malformed.
    package func path(_ name: String) throws(HostError) -> String {
        guard let text = path(name).flatMap({ PercentCoding.decode($0) }), (1...512).contains(text.utf8.count) else {
            throw HostError(.invalid, "The address of the request is malformed.")
        }
        return text
    }

    /// Returns a parameter of the query; `nil` if it is missing.
    package func query(_ name: String) -> String? { query(name) }

    /// Returns a parameter of the query that must not be missing or empty.
    ///
    /// - Throws: `invalid` if it is.
    package func requiredQuery(_ name: String) throws(HostError) -> String {
        guard let text = query(name), !text.isEmpty else {
            throw HostError(.invalid, "The request lacks “\(name)”.")
        }
        return text
    }

    /// Returns `true` if a parameter of the query is `1`.
    package func flag(_ name: String) -> Bool { query(name) == "1" }

    /// Returns a number from the query, clamped to a range; the default if it is missing or not a number.
    package func number(_ name: String, default value: Int, in range: ClosedRange<Int>) -> Int {
        min(max(query(name).flatMap { Int($0) } ?? value, range.lowerBound), range.upperBound)
    }

    /// Decodes the body.
    ///
    /// - Throws: `DecodingError` if it has another structure.
    package func body<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value { try json.decode() }

    /// Returns the surface that the request comes from.
    ///
    /// - Throws: The server's error if it comes from none.
    package func surface() throws -> SurfaceID { try source() }
}

/// The parameters and the body of a request that a client sends.
package struct RequestWriter: Sendable {
    /// Parameters of the path, by name, not encoded.
    package var path: [String: String] = [:]
    /// Parameters of the query, by name, not encoded.
    package var query: [String: String] = [:]
    package var body: JSONValue?
    /// Language of the person, for the header `Accept-Language`.
    package var language: String?
    /// Time zone of the person, for the header ``LocalHeader/zone``.
    package var zone: String?

    package init() {}

    /// Writes the language and time zone of the person.
    package mutating func setViewer(_ viewer: Viewer) {
        language = viewer.language
        zone = viewer.zone
    }

    /// Writes the body as JSON.
    package mutating func setBody(_ value: some Encodable) throws { body = try JSONValue(encoding: value) }
}

/// The headers by which local tools identify themselves and the person's time zone.
package enum LocalHeader {
    /// Name of one run of the tool; a passcode unlocks only that run.
    package static let surface = "Today-Surface"
    /// Time zone of the person.
    package static let zone = "Today-Zone"
}
