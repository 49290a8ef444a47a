package import JSONRPC

/// The protocol's own error codes, beside JSON-RPC's.
extension RPCError.Code {
    /// A process's own failure; the message is shown to the person.
    package static let failed = RPCError.Code(rawValue: -32000)
    /// The process has no entitlement for what it asked.
    package static let notEntitled = RPCError.Code(rawValue: -32001)
    /// A widget asked for what only an app may ask.
    package static let unavailableInExtensions = RPCError.Code(rawValue: -32002)
    /// A value, a key or a group passed its limit.
    package static let limitExceeded = RPCError.Code(rawValue: -32003)
    /// The transaction that a write names is over.
    package static let transactionOver = RPCError.Code(rawValue: -32004)
    /// Nothing of that name is there.
    package static let notFound = RPCError.Code(rawValue: -32005)
    /// The host is not allowed to fetch this for the process.
    package static let fetchNotAllowed = RPCError.Code(rawValue: -32010)
    /// The server cannot be reached, or broke off.
    package static let fetchFailed = RPCError.Code(rawValue: -32011)
    /// The server did not answer in time.
    package static let fetchTimedOut = RPCError.Code(rawValue: -32012)
    /// The answer is larger than the limit.
    package static let fetchTooLarge = RPCError.Code(rawValue: -32013)
}
