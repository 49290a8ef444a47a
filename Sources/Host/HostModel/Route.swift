package import JSON
package import TodayProtocol

/// A request that is sent over HTTP by one of its ``routes``, from which both the server and the client are derived.
///
/// Members that a path names are in the path. `viewer` and `language` are in the headers, and `surface` follows from
/// the connection. All others are in the body, or in the query if there is none. In the query, `true` is `1`, and
/// `false` and `nil` are left out; a value that cannot be read counts as missing.
package protocol RoutedRequest: Codable, Hashable, Sendable {
    /// The type of the reply; `Void` for one without a body.
    associatedtype Reply: Sendable = Void

    /// The routes; several if the method or the path depends on the request's values.
    ///
    /// A client uses the first route that ``Route/applies(to:)`` the request.
    static var routes: [Route] { get }

    /// Coding of the reply: by default an image for an ``ImageFile``, otherwise JSON.
    static var replyCoding: ReplyCoding<Reply> { get }

    /// Maximum size of the request body, in bytes.
    static var bodyLimit: Int { get }

    /// The error for a path with a text where a positive number belongs.
    static func absence(of text: String) -> HostError

    /// Checks the limits on sizes and counts that need no host, before the server passes the request on.
    ///
    /// - Throws: `invalid`, with a sentence for the person.
    func validate() throws(HostError)
}

extension RoutedRequest {
    /// 64 KiB.
    package static var bodyLimit: Int { 64 * 1024 }

    package static func absence(of text: String) -> HostError { .malformedPath }

    package func validate() throws(HostError) {}
}

extension HostError {
    package static let malformedPath = HostError(.invalid, "The address of the request is malformed.")
}

/// One HTTP encoding of a kind of request.
package struct Route: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    /// What the body has.
    package enum Body: Hashable, Sendable {
        /// There is no body.
        case empty
        /// An object with all members that are not elsewhere.
        case members
        /// A single member: its value is the body.
        case member(String)
    }

    package let method: Method
    /// Path below `/api/`; a component that begins with a colon is a parameter: `widgets/:widget/ledger`.
    package let path: String
    package let body: Body
    /// Members whose values the route itself says, and which are sent nowhere; `null` for a member that is missing.
    package let fixed: [String: JSONValue]
    package let defaults: [String: JSONValue]
    /// The ranges of numbers in the query; others are clamped to it.
    package let ranges: [String: ClosedRange<Int>]
    package let parameters: [String]

    /// Makes a route; the body of a PUT or POST has the members by default.
    package init(
        _ method: Method,
        _ path: String,
        body: Body? = nil,
        fixed: [String: JSONValue] = [:],
        defaults: [String: JSONValue] = [:],
        ranges: [String: ClosedRange<Int>] = [:]
    ) {
        self.method = method
        self.path = path
        self.body = body ?? (method == .put || method == .post ? .members : .empty)
        self.fixed = fixed
        self.defaults = defaults
        self.ranges = ranges
        parameters = path.split(separator: "/").filter { $0.first == ":" }.map { String($0.dropFirst()) }
    }

    /// Returns a PUT for requests whose member is `true`, and a DELETE for the others; neither has a body.
    package static func pair(_ path: String, setting member: String) -> [Route] {
        [
            Route(.put, path, body: .empty, fixed: [member: true]),
            Route(.delete, path, fixed: [member: false]),
        ]
    }

    package func applies(to members: [String: JSONValue]) -> Bool {
        if case .member(let name) = body, members[name] == nil { return false }
        return parameters.allSatisfy { members[$0] != nil }
            && fixed.allSatisfy { members[$0.key] ?? .null == $0.value }
    }
}

// MARK: - Replies

/// A reply, as sent over HTTP.
package enum EncodedReply: Sendable {
    case json(JSONValue)
    case image(ImageFile)
    /// No content: the request succeeded.
    case nothing
}

/// The encoding of a reply by the server, and its decoding by the client.
package struct ReplyCoding<Reply: Sendable>: Sendable {
    package let encode: @Sendable (Reply) throws -> EncodedReply
    package let decode: @Sendable (EncodedReply) throws -> Reply
    /// Makes the client's reply to the error `notFound`; `nil` if the client throws that error.
    package var whenNotFound: (@Sendable () -> Reply)?
}

/// An error: the server's answer does not match the route.
package struct UnexpectedReply: Error {}

extension RoutedRequest where Reply == Void {
    package static var replyCoding: ReplyCoding<Reply> { ReplyCoding(encode: { .nothing }, decode: { _ in }) }
}

extension RoutedRequest where Reply == ImageFile {
    package static var replyCoding: ReplyCoding<Reply> {
        ReplyCoding(encode: { .image($0) }) { reply in
            guard case .image(let image) = reply else { throw UnexpectedReply() }
            return image
        }
    }
}

extension RoutedRequest where Reply: Codable {
    package static var replyCoding: ReplyCoding<Reply> {
        ReplyCoding(encode: { .json(try JSONValue(encoding: $0)) }, decode: { try $0.value().decode() })
    }
}

extension ReplyCoding where Reply: Codable {
    /// The value as the only member of a JSON object: `{"topics": [...]}`.
    package static func member(_ name: String) -> Self {
        ReplyCoding(encode: { .json(.object([name: try JSONValue(encoding: $0)])) }) { reply in
            guard let member = try reply.value()[name] else { throw UnexpectedReply() }
            return try member.decode()
        }
    }
}

extension ReplyCoding {
    /// The value as JSON, or the error `notFound` with a sentence for `nil`.
    package static func optional<Value: Codable & Sendable>(_ sentence: LocalizableText) -> Self where Reply == Value? {
        ReplyCoding(
            encode: { value in
                guard let value else { throw HostError(.notFound, sentence) }
                return .json(try JSONValue(encoding: value))
            },
            decode: { try $0.value().decode(Value.self) },
            whenNotFound: { nil }
        )
    }
}

extension EncodedReply {
    /// Returns the JSON of the reply; throws if it is something else.
    fileprivate func value() throws -> JSONValue {
        guard case .json(let value) = self else { throw UnexpectedReply() }
        return value
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up.
    var wholeMilliseconds: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}
