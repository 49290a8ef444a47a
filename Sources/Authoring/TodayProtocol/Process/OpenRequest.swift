import JSONRPC

/// Process to host: opens a URL on the surface that the person uses.
///
/// During an action the URL is opened on the page where the person tapped, after the commit. Otherwise it is opened on
/// the pages that show this app; without such a page nothing happens. Only `https`, `http`, `mailto`, `tel`, `sms`,
/// `geo` and the schemes of apps are opened.
///
/// The host answers as soon as the URL is stored; an ``OpenFinishedNotification`` follows once it was opened.
package struct OpenRequest: RPCRequest {
    package static let method = "open"

    package struct Reply: Codable, Hashable, Sendable {
        /// `true` if an installed app with this scheme or the person's browser opens the URL; if none does, the surface
        /// of an action tells the person, unless something else is opened in the same transaction.
        package var taken: Bool
        /// The id of this opening in its ``OpenFinishedNotification``; `nil` if nothing opens the URL, so that none
        /// follows.
        package var id: OpeningID?

        package init(taken: Bool, id: OpeningID? = nil) {
            self.taken = taken
            self.id = id
        }
    }

    /// The URL, at most 4 KiB.
    package var url: String
    package var transaction: Int?

    package init(url: String, transaction: Int? = nil) {
        self.url = url
        self.transaction = transaction
    }
}

/// Host to process: a surface has opened the URL of an ``OpenRequest``.
///
/// Sent at most once for each request, to the process that asked if it still runs, and only for its last 16 requests.
/// Not sent if no surface opens the URL.
package struct OpenFinishedNotification: RPCNotification {
    package static let method = "open/finished"

    /// The id in the reply to the request.
    package var id: OpeningID
    package var url: String
    /// `true` if the app took the URL or the person's browser got it.
    package var taken: Bool

    package init(id: OpeningID, url: String, taken: Bool) {
        self.id = id
        self.url = url
        self.taken = taken
    }
}
