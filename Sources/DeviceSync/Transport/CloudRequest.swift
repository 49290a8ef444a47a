/// A request to a cloud.
package struct CloudRequest: Hashable, Sendable {
    /// The method.
    package var method: String
    /// The whole address.
    package var url: String
    /// The headers; they may hold secrets, and never reach a log.
    package var headers: [String: String]
    /// The body; empty for none.
    package var body: [UInt8]
    /// How many bytes the body of the answer may have.
    package var answerLimit: Int
    /// How long everything may take; a stream is bounded only until its answer begins.
    package var deadline: Duration

    /// Describes a request.
    package init(
        _ method: String,
        _ url: String,
        headers: [String: String] = [:],
        body: [UInt8] = [],
        answerLimit: Int = 256 * 1024,
        deadline: Duration = .seconds(30)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.answerLimit = answerLimit
        self.deadline = deadline
    }
}
