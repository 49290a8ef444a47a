package import JSONRPC

/// Process to host: opens a URL on the surface where the person is.
///
/// During a perform the URL is opened on the page where the tap was made, after the perform's commit. Otherwise it is
/// opened on the pages that show this app; where there is none, nothing happens. Only `https`, `http`, `mailto`, `tel`,
/// `sms`, `geo` and the schemes of installed apps are opened.
package struct OpenRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "open"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// The URL, at most 4 KiB.
    package var url: String
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Asks for a URL.
    package init(url: String, transaction: Int? = nil) {
        self.url = url
        self.transaction = transaction
    }
}
