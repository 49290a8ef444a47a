package import JSONRPC

/// App to host: asks to draw its open pages again.
package struct ScenesReloadRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "scenes/reload"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// A page's URL; every page of the app if left out.
    package var url: String?
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Asks to draw again.
    package init(url: String? = nil, transaction: Int? = nil) {
        self.url = url
        self.transaction = transaction
    }
}
