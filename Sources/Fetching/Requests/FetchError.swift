/// Why the host did not fetch something.
///
/// A status such as 404 is no error.
package struct FetchError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Code: String, Hashable, Sendable {
        /// The app may not fetch from that host.
        case notAllowed
        /// The server did not answer in time.
        case timedOut
        /// The answer, or the request's body, is larger than the limit.
        case tooLarge
        /// The server cannot be found or reached, or broke off.
        case unreachable
        /// The server sent the request on too often.
        case tooManyRedirects
        /// The address is malformed, or neither http nor https.
        case badAddress
        /// The method or a header is not one that may be sent.
        case badRequest
        /// The server answered with something that is no HTTP, or cannot be unpacked.
        case badAnswer
        /// More requests of the app wait than the host takes.
        case tooManyRequests
        /// The answer is none of the image formats that may be shown.
        case notAnImage
        /// The caller stopped waiting, or the host is shutting down.
        case cancelled
    }

    /// What kind of failure it is.
    package var code: Code
    /// One sentence for the person that names the server and, where there is one, the mend.
    package var message: String
    /// What lies beneath, for the log.
    package var cause: (any Error)?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    package var description: String { message }
}
