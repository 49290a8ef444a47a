package import JSONRPC

/// The error codes of this protocol, in addition to those of JSON-RPC.
extension RPCError.Code {
    /// The process failed; the message is shown to the person.
    package static let failed = RPCError.Code(rawValue: -32000)
    /// The process has no entitlement for the request.
    package static let notEntitled = RPCError.Code(rawValue: -32001)
    /// Only an app may make this request, not a widget.
    package static let unavailableInExtensions = RPCError.Code(rawValue: -32002)
    /// A value, a key, a group, a queue, a transaction or the app's total storage exceeds its limit, or a method is
    /// called too often.
    package static let limitExceeded = RPCError.Code(rawValue: -32003)
    /// The transaction that a write names has ended.
    package static let transactionOver = RPCError.Code(rawValue: -32004)
    /// The named thing does not exist.
    package static let notFound = RPCError.Code(rawValue: -32005)
    /// The process may not fetch this.
    package static let fetchNotAllowed = RPCError.Code(rawValue: -32010)
    /// The server could not be reached, or closed the connection.
    package static let fetchFailed = RPCError.Code(rawValue: -32011)
    /// The server did not answer in time.
    package static let fetchTimedOut = RPCError.Code(rawValue: -32012)
    /// The response is larger than the limit.
    package static let fetchTooLarge = RPCError.Code(rawValue: -32013)
    /// The record cloud failed or cannot be reached; the data is a ``RecordError``.
    package static let recordsFailed = RPCError.Code(rawValue: -32020)
    /// The host knows no location of the person, or none that is recent enough.
    package static let locationUnknown = RPCError.Code(rawValue: -32030)
}
