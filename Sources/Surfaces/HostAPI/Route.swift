package import Host
package import JSON
package import Notifications
package import TodayScreen

/// A request that travels over HTTP; its ``routes`` say how.
///
/// The server's registration and the client are both derived from the routes.
package protocol RoutedRequest: Sendable {
    /// What is answered; `Void` for an answer without a body.
    associatedtype Reply: Sendable = Void

    /// How the request and its reply are written in HTTP; several if the method or the path depend on its values.
    ///
    /// A client uses the first route that ``Route/applies`` to the request.
    static var routes: [Route<Self>] { get }

    /// How large the body of a request may be, in bytes.
    static var bodyLimit: Int { get }

    /// Checks what the server can check before the host is asked: limits on sizes and counts.
    ///
    /// - Throws: `invalid`, with a sentence for the person.
    func validate() throws(HostError)
}

extension RoutedRequest {
    /// 64 KiB.
    package static var bodyLimit: Int { 64 * 1024 }

    package func validate() throws(HostError) {}
}

/// How one kind of request is written in HTTP: method, path, parameters, body and reply.
package struct Route<Request: RoutedRequest>: Sendable {
    package let method: RouteMethod
    /// The path below `/api/`; a component that begins with a colon is a parameter: `widgets/:widget/ledger`.
    package let path: String
    /// Whether a client uses this route for a request.
    package let applies: @Sendable (Request) -> Bool
    /// Whether the request has a JSON body.
    package let hasBody: Bool
    /// How the reply is written.
    package let reply: ReplyCoding<Request.Reply>
    /// Makes the request from what the server got.
    package let read: @Sendable (RequestReader) throws -> Request
    /// Writes the request's parameters for the server.
    package let write: @Sendable (Request, inout RequestWriter) throws -> Void

    /// Describes a route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below `/api/`, with parameters.
    ///   - applies: Whether a client uses this route for a request; always by default.
    ///   - hasBody: Whether the request has a JSON body.
    ///   - reply: How the reply is written.
    ///   - read: Makes the request from what the server got.
    ///   - write: Writes what `read` reads; nothing by default.
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
    /// Describes a route whose body is the request itself.
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

/// What the server got with a request; nothing is decoded before it is read.
package struct RequestReader: Sendable {
    /// The language and time zone of the person, from the headers.
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
    ///   - surface: Finds the surface that the request comes from.
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

    /// A parameter of the path, decoded; 1 to 512 bytes.
    ///
    /// - Throws: `invalid` if it is malformed.
    package func path(_ name: String) throws(HostError) -> String {
        guard let text = path(name).flatMap({ PercentCoding.decode($0) }), (1...512).contains(text.utf8.count) else {
            throw HostError(.invalid, "The address of the request is malformed.")
        }
        return text
    }

    /// A parameter of the query; `nil` if it was left out.
    package func query(_ name: String) -> String? { query(name) }

    /// A parameter of the query that must not be left out or empty.
    ///
    /// - Throws: `invalid` if it is.
    package func requiredQuery(_ name: String) throws(HostError) -> String {
        guard let text = query(name), !text.isEmpty else {
            throw HostError(.invalid, "The request lacks “\(name)”.")
        }
        return text
    }

    /// Whether a parameter of the query is `1`.
    package func flag(_ name: String) -> Bool { query(name) == "1" }

    /// A number of the query, clamped to a range; the default if it was left out or is no number.
    package func number(_ name: String, default value: Int, in range: ClosedRange<Int>) -> Int {
        min(max(query(name).flatMap { Int($0) } ?? value, range.lowerBound), range.upperBound)
    }

    /// The body.
    ///
    /// - Throws: `DecodingError` if it has another shape.
    package func body<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value { try json.decode() }

    /// The surface that the request comes from.
    ///
    /// - Throws: What the server throws if it comes from none.
    package func surface() throws -> SurfaceID { try source() }
}

/// What a client sends with a request.
package struct RequestWriter: Sendable {
    /// The parameters of the path, by name, not yet encoded.
    package var path: [String: String] = [:]
    /// The parameters of the query, by name, not yet encoded.
    package var query: [String: String] = [:]
    package var body: JSONValue?
    /// The language of the person, for the header `Accept-Language`.
    package var language: String?
    /// The time zone of the person, for the header ``LocalHeader/zone``.
    package var zone: String?

    /// Makes a writer that has written nothing.
    package init() {}

    /// Writes the language and time zone of the person.
    package mutating func setViewer(_ viewer: Viewer) {
        language = viewer.language
        zone = viewer.zone
    }

    /// Writes the body.
    package mutating func setBody(_ value: some Encodable) throws { body = try JSONValue(encoding: value) }
}

/// The headers in which local tools say what is not in a request.
package enum LocalHeader {
    /// The tool's own name, so that a passcode holds for one run of it.
    package static let surface = "Today-Surface"
    /// The person's time zone.
    package static let zone = "Today-Zone"
}
