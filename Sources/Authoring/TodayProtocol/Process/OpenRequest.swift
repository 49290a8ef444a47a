package import JSONRPC

/// Process to host: opens a URL on the surface that the person uses.
///
/// During an action the URL is opened on the page where the person tapped, after the commit. Otherwise it is opened on
/// the pages that show this app; without such a page nothing happens. Only `https`, `http`, `mailto`, `tel`, `sms`,
/// `geo` and the schemes of installed apps are opened.
package struct OpenRequest: RPCRequest {
    package static let method = "open"
    package typealias Reply = EmptyReply

    /// The URL, at most 4 KiB.
    package var url: String
    package var transaction: Int?

    package init(url: String, transaction: Int? = nil) {
        self.url = url
        self.transaction = transaction
    }
}
