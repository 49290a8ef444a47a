import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

extension FetchError {
    /// Translates what a request threw; a ``FetchError`` stays what it is.
    init(translating error: any Error, server: String, bodyLimit: Int, limits: FetchLimits) {
        let tooLarge = "\(server) answered with more than \(bodyLimit) bytes."
        switch error {
        case let error as FetchError:
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
    static func timedOut(_ server: String, _ limits: FetchLimits) -> FetchError {
        FetchError(.timedOut, "\(server) did not answer in \(limits.totalTime.components.seconds) s.")
    }
}
