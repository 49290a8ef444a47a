/// What a cloud answered.
package struct CloudAnswer: Hashable, Sendable {
    /// The HTTP status.
    package var status: Int
    /// The headers by lower-case name; the last of several.
    package var headers: [String: String]
    /// The body.
    package var body: [UInt8]

    /// Describes an answer.
    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
