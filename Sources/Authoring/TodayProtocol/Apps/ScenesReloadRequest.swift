import JSONRPC

/// App to host: asks to load its open pages again.
package struct ScenesReloadRequest: RPCRequest {
    package static let method = "scenes/reload"

    /// The page's URL; every page of the app if left out.
    package var url: String?
    package var transaction: Int?

    package init(url: String? = nil, transaction: Int? = nil) {
        self.url = url
        self.transaction = transaction
    }
}
