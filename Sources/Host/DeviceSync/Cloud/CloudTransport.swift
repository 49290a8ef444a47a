/// Carries requests to a cloud and brings its answers.
///
/// ``HTTPTransport`` is the product's; tests bring one without a network.
package protocol CloudTransport: Sendable {
    /// Sends a request and reads the whole answer, whatever its status.
    ///
    /// - Throws: ``CloudFailure``: `unreachable`, `timedOut`, `tooLarge`, `malformed` or `cancelled`.
    func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse

    /// Opens a stream and hands its parts on, in order, until it ends.
    ///
    /// - Parameters:
    ///   - request: The request; its deadline is that of the answer's beginning.
    ///   - receive: Called with each part; the next one waits for it.
    /// - Returns: Nothing after a stream that ended, or the answer if its status was not 200; `receive` was not called then.
    /// - Throws: ``CloudFailure``, or what `receive` throws.
    func stream(
        _ request: CloudRequest,
        _ receive: ([UInt8]) async throws -> Void
    ) async throws -> CloudResponse?

    /// Ends every connection; what comes later fails.
    func close() async
}

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
    package var responseLimit: Int
    /// How long everything may take; a stream is bounded only until its answer begins.
    package var deadline: Duration

    /// Describes a request.
    package init(
        _ method: String,
        _ url: String,
        headers: [String: String] = [:],
        body: [UInt8] = [],
        responseLimit: Int = 256 * 1024,
        deadline: Duration = .seconds(30)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.responseLimit = responseLimit
        self.deadline = deadline
    }
}

/// What a cloud answered.
package struct CloudResponse: Hashable, Sendable {
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

/// Why the cloud could not be asked, or what it refused.
package struct CloudFailure: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Code: Hashable, Sendable {
        /// The address is none, or must not be used.
        case badAddress
        /// Nobody answers there, or the connection broke.
        case unreachable
        /// There was no answer in time, or the stream fell silent.
        case timedOut
        /// The answer is larger than it may be.
        case tooLarge
        /// The answer is not one of a cloud.
        case malformed
        /// The cloud does not know who asks: the host was shut out, or the password is an old one.
        case unauthorized
        /// The cloud knows who asks, and says no.
        case forbidden
        /// What was asked for is not there.
        case notFound
        /// The cloud is busy or stopping.
        case unavailable
        /// The cloud refused for another reason.
        case refused
        /// The task was cancelled.
        case cancelled
    }

    /// What kind of failure it is.
    package var code: Code
    /// A sentence for people.
    package var message: String
    /// After how many seconds it is worth another try, if the cloud said so.
    package var retryAfter: Int?
    /// What lies beneath, for the log.
    package var cause: (any Error)?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, retryAfter: Int? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// The message.
    package var description: String { message }
}
