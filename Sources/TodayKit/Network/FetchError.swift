import JSONRPC
import TodayProtocol

/// Why a fetch brought no answer.
public struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of fetches that fail.
    public enum Code: Hashable, Sendable {
        /// The process may not fetch at all, or not from this host.
        case notAllowed
        /// The server cannot be reached, or broke off.
        case failed
        /// The server did not answer in time.
        case timedOut
        /// The answer is larger than the host takes.
        case tooLarge
        /// The request is malformed.
        case invalid
    }

    /// The kind of failure.
    public var code: Code
    /// One sentence for the person.
    public var message: String

    /// Describes a failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: RPCError) {
        code =
            switch error.code {
            case .fetchNotAllowed, .notEntitled, .unavailableInExtensions: .notAllowed
            case .fetchTimedOut, .timedOut: .timedOut
            case .fetchTooLarge, .limitExceeded: .tooLarge
            case .invalidParams: .invalid
            default: .failed
            }
        message = error.message
    }

    /// The sentence.
    public var description: String { message }
}
