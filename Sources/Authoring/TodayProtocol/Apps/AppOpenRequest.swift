import JSONRPC

/// Host to app: a URL of one of its schemes was opened.
///
/// The app answers with the URL of the page to show, which is usually the same.
package struct AppOpenRequest: RPCRequest {
    package static let method = "app/open"

    /// The origin of the URL.
    package enum Source: String, Codable, Hashable, Sendable {
        /// The app's icon.
        case icon
        /// One of its own widgets or scenes.
        case own
        /// Another app.
        case otherApp
        /// The command line.
        case commandLine
        /// A link from outside.
        case external
    }

    package struct Reply: Codable, Hashable, Sendable {
        /// The URL of the page to show, of one of the app's schemes.
        package var url: String

        package init(url: String) { self.url = url }
    }

    /// The URL; for the icon, the app's first scheme followed by `://`.
    package var url: String
    package var source: Source
    package var context: RequestContext

    package init(url: String, source: Source, context: RequestContext) {
        self.url = url
        self.source = source
        self.context = context
    }
}
