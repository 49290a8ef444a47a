import JSONRPC

/// Host to app: asks for what the app has that fits a search of the person.
///
/// Only an app whose `Info.plist` has `TodaySearch` is asked. The host waits ``deadline`` for the reply and then shows
/// the results of the others; of a reply it shows ``entryLimit`` entries, and none that is no ``SearchEntry/isValid(of:)``.
package struct AppSearchRequest: RPCRequest {
    package static let method = "app/search"

    package struct Reply: Codable, Hashable, Sendable {
        /// The entries, the best first.
        package var entries: [SearchEntry]

        package init(entries: [SearchEntry]) { self.entries = entries }
    }

    /// The time that the reply may take.
    package static let deadline = Duration.seconds(1)
    /// The largest number of entries of an app that are shown.
    package static let entryLimit = 8
    /// The largest number of characters of a text.
    package static let textLimit = 200

    /// What the person typed, without spaces around it; never empty.
    package var text: String
    package var context: RequestContext

    package init(text: String, context: RequestContext) {
        self.text = text
        self.context = context
    }
}

/// Something of an app that a search found.
public struct SearchEntry: Codable, Hashable, Sendable {
    /// The largest size of ``title`` and of ``detail``, in bytes.
    package static let textLimit = 400
    /// The largest size of ``url``, in bytes.
    package static let urlLimit = 2_048

    /// The title, such as the name of a habit.
    public var title: String
    /// A second text, such as a date; `nil` for none.
    public var detail: String?
    /// The URL that choosing it opens, of one of the app's schemes.
    public var url: String

    /// Creates an entry.
    public init(title: String, detail: String? = nil, url: String) {
        self.title = title
        self.detail = detail
        self.url = url
    }

    /// Returns `true` if an app with these schemes, which are in lower case, may show the entry.
    package func isValid(of schemes: [String]) -> Bool {
        guard !title.isEmpty, title.utf8.count <= Self.textLimit, (detail ?? "").utf8.count <= Self.textLimit,
            url.utf8.count <= Self.urlLimit, let end = url.firstIndex(of: ":")
        else { return false }
        return schemes.contains(url[..<end].lowercased())
    }
}
