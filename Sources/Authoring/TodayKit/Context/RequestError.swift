import JSONRPC
import TodayProtocol

/// The reason why the host refused a request.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: Hashable, Sendable {
        /// The process's entitlements do not allow it.
        case notEntitled
        /// Only an app may make this request, not a widget.
        case unavailableInExtensions
        /// A value, a key or a group exceeds its limit.
        case limitExceeded
        /// The context's request has ended.
        case transactionOver
        /// The named thing does not exist.
        case notFound
        /// The value cannot be stored.
        case invalidValue
        /// The host did not answer in time, or the connection is closed.
        case unavailable
        /// Any other reason.
        case refused
    }

    /// The kind of refusal.
    public var code: Code
    /// One sentence that names what was refused and why.
    public var message: String

    /// Creates an error.
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

    /// The message.
    public var description: String { message }
}
