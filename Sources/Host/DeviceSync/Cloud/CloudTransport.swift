/// Sends requests to a cloud.
///
/// ``HTTPTransport`` uses the network; tests use one in memory.
package protocol CloudTransport: Sendable {
    /// Sends a request and reads the whole response, whatever its status.
    ///
    /// - Throws: ``CloudFailure``: `unreachable`, `timedOut`, `tooLarge`, `malformed` or `cancelled`.
    func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse

    /// Opens a stream and passes its chunks on, in order, until it ends.
    ///
    /// - Parameters:
    ///   - request: The request; its deadline covers only the beginning of the response.
    ///   - receive: Called with each chunk; the stream waits for it.
    /// - Returns: `nil` after the end of the stream; the response if its status was not 200, without calls of
    ///   `receive`.
    /// - Throws: ``CloudFailure``, or what `receive` throws.
    func stream(
        _ request: CloudRequest,
        _ receive: ([UInt8]) async throws -> Void
    ) async throws -> CloudResponse?

    /// Closes every connection; later requests fail.
    func close() async
}

/// A request to a cloud.
package struct CloudRequest: Hashable, Sendable {
    package var method: String
    package var url: String
    /// The headers; they may hold secrets and must not be logged.
    package var headers: [String: String]
    package var body: [UInt8]
    /// How many bytes the body of the response may have.
    package var responseLimit: Int
    /// How long the exchange may take; for a stream, until the response begins.
    package var deadline: Duration

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

/// The response of a cloud.
package struct CloudResponse: Hashable, Sendable {
    package var status: Int
    /// The headers by lower-case name; of repeated ones the last.
    package var headers: [String: String]
    package var body: [UInt8]

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The failure of a request to a cloud.
package struct CloudFailure: Error, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The address is malformed, or must not be used.
        case badAddress
        /// The cloud does not accept connections, or the connection broke.
        case unreachable
        /// The response did not come in time, or the stream fell silent.
        case timedOut
        /// The response is larger than the limit.
        case tooLarge
        /// The response is not one of a cloud.
        case malformed
        /// The cloud does not accept the credentials: the device was removed, or the password is an old one.
        case unauthorized
        /// The cloud accepts the credentials, but refuses the request.
        case forbidden
        /// The requested thing does not exist.
        case notFound
        /// The cloud is overloaded or stopping.
        case unavailable
        /// The cloud refused for another reason.
        case refused
        /// The task was cancelled.
        case cancelled
    }

    package var code: Code
    /// One sentence for people.
    package var message: String
    /// The seconds after which the cloud asked to retry, if it did.
    package var retryAfter: Int?
    /// The underlying error, for the log.
    package var cause: (any Error)?

    package init(_ code: Code, _ message: String, retryAfter: Int? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    package var description: String { message }
}
