/// Why the cloud refused or failed.
package struct CloudError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Code: String, Hashable, Sendable {
        /// The request makes no sense.
        case invalid
        /// Nobody proved who asks.
        case unauthorized
        /// Who asks may not do that.
        case forbidden
        /// What the request speaks of is not there.
        case notFound
        /// It contradicts what is there.
        case conflict
        /// The request is larger than the cloud takes.
        case tooLarge
        /// The request took too long to arrive.
        case timedOut
        /// There were too many requests.
        case tooMany
        /// The cloud cannot answer now.
        case unavailable
    }

    /// What kind of failure it is.
    package var code: Code
    /// One sentence that names the thing and the mend.
    package var message: String
    /// After how many seconds it is worth another try, if that helps.
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
