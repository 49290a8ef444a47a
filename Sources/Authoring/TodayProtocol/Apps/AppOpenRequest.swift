import JSONRPC

/// Host to app: a URL of one of its schemes was opened.
///
/// The app answers with the URL of the page to show, usually the same, or without a URL if it does not take this one.
package struct AppOpenRequest: RPCRequest {
    package static let method = "app/open"
    package typealias Source = OpenSource

    package struct Reply: Codable, Hashable, Sendable {
        /// The URL of the page to show, of one of the app's schemes; `nil` if the app does not take the URL.
        package var url: String?

        package init(url: String?) { self.url = url }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            url = try container.decodeNullable(
                String.self,
                forKey: .url,
                nullMeans: "says that the app does not take it"
            )
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(url, forKey: .url)
        }

        private enum CodingKeys: String, CodingKey { case url }
    }

    /// The URL; for the icon, the app's first scheme followed by `://`.
    package var url: String
    package var source: OpenSource
    /// The app whose widget, page or notification asked to open the URL; `nil` if there is none.
    package var from: AppID?
    package var context: RequestContext

    package init(url: String, source: OpenSource, from: AppID? = nil, context: RequestContext) {
        self.url = url
        self.source = source
        self.from = from
        self.context = context
    }
}

/// The origin of a URL that an app is asked to open.
public enum OpenSource: String, Codable, Hashable, Sendable {
    /// The app's icon.
    case icon
    /// One of its own widgets or pages.
    case own
    /// Another app.
    case otherApp
    /// The command line.
    case commandLine
    /// A link from outside.
    case external
}
