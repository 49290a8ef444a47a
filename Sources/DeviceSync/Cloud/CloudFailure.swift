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
