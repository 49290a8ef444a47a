import AsyncHTTPClient
import AsyncPrimitives
import HostModel
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
package import TodayProtocol

/// The failure of a fetch; a response with a status such as 404 is not a failure.
package struct FetchFailure: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable {
        /// The app may not fetch from that server.
        case notAllowed
        /// The server did not answer in time.
        case timedOut
        /// The response, or the request's body, exceeds the limit.
        case tooLarge
        /// The server cannot be resolved or reached, or closed the connection.
        case unreachable
        case tooManyRedirects
        /// The address is malformed, or neither http nor https.
        case badAddress
        /// The method or a header is not permitted.
        case badRequest
        /// The response is not HTTP, or cannot be decompressed.
        case badAnswer
        case tooManyRequests
        /// The response is not an image in a supported format.
        case notAnImage
        /// The caller was cancelled, or the host is shutting down.
        case cancelled
    }

    package var code: Code
    /// One sentence for the person that names the server and, if there is one, the remedy.
    package var text: LocalizableText
    /// The underlying error, for the log.
    package var cause: (any Error)?

    /// The server as an argument of `today allow`; set only with code `notAllowed`, for a request of an app.
    package var server: String?

    package init(_ code: Code, _ text: LocalizableText, cause: (any Error)? = nil, server: String? = nil) {
        self.code = code
        self.text = text
        self.cause = cause
        self.server = server
    }

    package var message: String { text.english }

    package var description: String { message }
}

extension FetchFailure {
    /// Converts an error of a request; a ``FetchFailure`` stays as it is.
    init(translating error: any Error, server: String, bodyLimit: Int, limits: FetchLimits) {
        let tooLarge = LocalizableText.hostAnswerTooLarge(server, limit: bodyLimit)
        switch error {
        case let error as FetchFailure: self = error
        case is CancellationError, SemaphoreError.cancelled: self.init(.cancelled, .requestCancelled, cause: error)
        case SemaphoreError.tooManyWaiting:
            self.init(.tooManyRequests, .tooManyRequestsWaiting(limits.waitingPerApp), cause: error)
        case is NIOTooManyBytesError: self.init(.tooLarge, tooLarge, cause: error)
        case let error as NIOHTTPDecompression.DecompressionError:
            let isTooLarge = error == .limit
            let text = isTooLarge ? tooLarge : .hostAnswerNotDecompressed(server)
            self.init(isTooLarge ? .tooLarge : .badAnswer, text, cause: error)
        case let error as HTTPClientError where error == .cancelled:
            self.init(.cancelled, .requestCancelled, cause: error)
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
            self = .timedOut(server, limits)
        case let error as HTTPParserError where error == .invalidEOFState:
            self.init(.unreachable, .hostClosedConnection(server), cause: error)
        case let error as HTTPParserError where error == .headerOverflow:
            // The parser's own limit is higher than `headerBytes`.
            self = .tooManyHeaders(server, limits)
        case is HTTPParserError: self.init(.badAnswer, .hostAnswerNotHTTP(server), cause: error)
        default: self.init(.unreachable, .connectionFailed(server), cause: error)
        }
    }

    static func tooManyHeaders(_ server: String, _ limits: FetchLimits) -> FetchFailure {
        FetchFailure(.tooLarge, .hostHeadersTooLarge(server, limit: limits.headerBytes))
    }

    /// Returns the failure for a server that did not respond in time.
    static func timedOut(_ server: String, _ limits: FetchLimits) -> FetchFailure {
        FetchFailure(.timedOut, .hostDidNotAnswer(server, seconds: Int(limits.totalTime.components.seconds)))
    }
}
