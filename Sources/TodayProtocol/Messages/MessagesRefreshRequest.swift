package import JSONRPC

/// App to host: asks the cloud for the inbox soon.
///
/// It is answered at once, also offline; what is new comes as `messages/changed`.
package struct MessagesRefreshRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "messages/refresh"
    /// Nothing but that it was heard.
    package typealias Reply = EmptyReply

    /// Asks.
    package init() {}
}
