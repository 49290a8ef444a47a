public import FoundationEssentials
public import JSON

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
