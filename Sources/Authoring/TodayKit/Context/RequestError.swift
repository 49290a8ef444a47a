import JSONRPC
import TodayProtocol

/// Why the host did not do what it was asked.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: Hashable, Sendable {
        /// The process's entitlements do not allow it.
        case notEntitled
        /// Only an app may ask for it, not a widget.
        case unavailableInExtensions
        /// A value, a key or a group passed its limit.
        case limitExceeded
        /// The request to which the context belongs is over.
        case transactionOver
        /// Nothing of that name is there.
        case notFound
        /// The value is none that the host can keep.
        case invalidValue
        /// The host did not answer in time, or is gone.
        case unavailable
        /// Something else.
        case refused
    }

    /// The kind of refusal.
    public var code: Code
    /// One sentence that names what was refused and why.
    public var message: String

    /// Describes a refusal.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: RPCError) {
        code =
            switch error.code {
            case .notEntitled: .notEntitled
            case .unavailableInExtensions: .unavailableInExtensions
            case .limitExceeded: .limitExceeded
            case .transactionOver: .transactionOver
            case .notFound: .notFound
            case .invalidParams: .invalidValue
            case .timedOut, .closed: .unavailable
            default: .refused
            }
        message = error.message
    }

    /// The sentence.
    public var description: String { message }
}
