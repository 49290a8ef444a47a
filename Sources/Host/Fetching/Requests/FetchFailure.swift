import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Why the host did not fetch something.
///
/// A status such as 404 is no error.
package struct FetchFailure: Error, Sendable, CustomStringConvertible {
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

extension FetchFailure {
    /// Translates what a request threw; a ``FetchFailure`` stays what it is.
    init(translating error: any Error, server: String, bodyLimit: Int, limits: FetchLimits) {
        let tooLarge = "\(server) answered with more than \(bodyLimit) bytes."
        switch error {
        case let error as FetchFailure:
            self = error
        case is CancellationError:
            self.init(.cancelled, "The request was given up.", cause: error)
        case is NIOTooManyBytesError:
            self.init(.tooLarge, tooLarge, cause: error)
        case let error as NIOHTTPDecompression.DecompressionError:
            if error == .limit {
                self.init(.tooLarge, tooLarge, cause: error)
            } else {
                self.init(.badAnswer, "\(server) sent a packed answer that cannot be unpacked.", cause: error)
            }
        case let error as HTTPClientError where error == .cancelled:
            self.init(.cancelled, "The request was given up.", cause: error)
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
            self = .timedOut(server, limits)
        case let error as HTTPParserError where error == .invalidEOFState:
            self.init(.unreachable, "\(server) broke off in the middle of its answer.", cause: error)
        case is HTTPParserError:
            self.init(.badAnswer, "\(server) answered with something that is not HTTP.", cause: error)
        default:
            self.init(.unreachable, "The connection to \(server) failed.", cause: error)
        }
    }

    /// Says that a server took too long.
    static func timedOut(_ server: String, _ limits: FetchLimits) -> FetchFailure {
        FetchFailure(.timedOut, "\(server) did not answer in \(limits.totalTime.components.seconds) s.")
    }
}
