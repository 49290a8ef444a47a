import JSONRPC

/// Host to app: somebody opened a URL of one of its schemes.
///
/// The app answers with the URL of the page to show, most often the same.
package struct AppOpenRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "app/open"

    /// Where the URL came from.
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

    /// What the app answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The URL of the page to show, of one of the app's schemes.
        package var url: String

        /// Makes an answer.
        package init(url: String) { self.url = url }
    }

    /// The URL; for the icon, the app's first scheme followed by `://`.
    package var url: String
    /// Where it came from.
    package var source: Source
    /// What the process cannot know.
    package var context: RequestContext

    /// Hands over a URL.
    package init(url: String, source: Source, context: RequestContext) {
        self.url = url
        self.source = source
        self.context = context
    }
}
