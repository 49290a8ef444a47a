import HostModel
package import TodayProtocol

/// Sends requests to a cloud: ``HTTPTransport`` over the network, and another one in memory in tests.
package protocol CloudTransport: Sendable {
    /// Sends a request and reads the whole response, whatever its status.
    ///
    /// - Throws: ``CloudFailure``: `unreachable`, `timedOut`, `tooLarge`, `malformed` or `cancelled`.
    func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse

    /// Opens a stream and passes its chunks on, in order, until it ends; the next chunk is read when `receive` has
    /// returned.
    ///
    /// The deadline of the request covers only the beginning of the response.
    ///
    /// - Returns: `nil` after the end of the stream; the response if its status is not 200, and `receive` is then not
    ///   called.
    /// - Throws: ``CloudFailure``, or what `receive` throws.
    func stream(_ request: CloudRequest, _ receive: ([UInt8]) async throws -> Void) async throws -> CloudResponse?

    /// Closes every connection; later requests fail.
    func close() async
}

package struct CloudRequest: Hashable, Sendable {
    package var method: String
    package var url: String
    /// The headers; they may hold secrets and must not be logged.
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []
    /// Largest size of the response's body, in bytes.
    package var responseLimit = 256 * 1024
    /// Timeout of the whole exchange; for a stream, until the response begins.
    package var deadline = Duration.seconds(30)
}

package struct CloudResponse: Hashable, Sendable {
    package var status: Int
    /// Headers by lower-case name; the last one of repeated headers.
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []
}

package struct CloudFailure: Error, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The address is malformed or not permitted.
        case badAddress
        /// The cloud does not accept connections, or the connection broke.
        case unreachable
        /// The response did not come in time, or the stream fell silent.
        case timedOut
        /// The response is larger than the limit.
        case tooLarge
        /// The response is not that of a cloud.
        case malformed
        /// The cloud rejects the credentials, because the device was removed or the password was replaced.
        case unauthorized
        /// The cloud accepts the credentials but refuses the request.
        case forbidden
        /// The requested resource does not exist.
        case notFound
        /// The cloud is overloaded or stopping.
        case unavailable
        /// The cloud refused for another reason.
        case refused
        case cancelled
    }

    package var code: Code
    /// One sentence for the person.
    package var text: LocalizableText
    /// The sentence as it follows the colon of another one, for instance ``CloudStatus/notice``.
    package var phrase: LocalizableText
    /// Seconds after which the cloud asks the host to retry; `nil` if it does not say.
    package var retryAfter: Int?
    /// The underlying error, for the log.
    package var cause: (any Error)?

    package init(
        _ code: Code,
        _ text: LocalizableText,
        phrase: LocalizableText? = nil,
        retryAfter: Int? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.text = text
        self.phrase = phrase ?? text
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// The phrase in English, for logs and processes.
    package var message: String { phrase.english }

    package var description: String { message }
}
