public import TodayKit

/// The URLs of the app's pages.
public enum MessagesURL: Hashable, Sendable {
    /// The list.
    case list(ListAddress)
    /// One message, beside the part of the list from which it was opened.
    case message(MessageID, in: ListAddress = ListAddress())
    /// The settings.
    case settings

    private static let scheme = "today-messages://"

    /// The first page of the list.
    public static var firstPage: Self { .list(ListAddress()) }

    /// Parses a URL.
    ///
    /// - Returns: `nil` if no page has this URL. A message's id is not checked, since only the inbox knows whether
    ///   there is such a message.
    public init?(_ url: SceneURL) {
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.first {
        case "" where parts.count == 1: self = .list(ListAddress(url.query))
        case "settings" where parts.count == 1: self = .settings
        case "message":
            var list = ListAddress(url.query)
            list.selection = nil
            self = .message(MessageID(parts.dropFirst().joined(separator: "/")), in: list)
        default: return nil
        }
    }

    /// The URL as text.
    public var text: String {
        switch self {
        case .list(let address): Self.scheme + address.query
        case .message(let id, let list): "\(Self.scheme)message/\(id.rawValue.escapedForURLs)\(list.query)"
        case .settings: Self.scheme + "settings"
        }
    }
}

/// The part of the list that a page shows, and how, as in the page's URL.
public struct ListAddress: Hashable, Sendable {
    /// The initial selection on a page where messages can be selected.
    public enum Selection: String, Hashable, Sendable {
        /// No message.
        case none
        /// Every message on the page.
        case all
    }

    /// The largest length of a search text in characters.
    public static let searchLimit = 100

    /// The text to search for; empty for every message.
    public var search: String
    /// The message after which the page begins.
    public var after: MessageID?
    /// The initial selection, or `nil` if messages are opened and not selected.
    public var selection: Selection?

    /// Creates the address of a page.
    public init(search: String = "", after: MessageID? = nil, selection: Selection? = nil) {
        self.search = search
        self.after = after
        self.selection = selection
    }

    /// Parses the query of a URL; unknown parameters are ignored.
    init(_ query: [String: String]) {
        search = Self.trimmed(query["search"] ?? "")
        after = query["after"].flatMap { $0.isEmpty ? nil : MessageID($0) }
        selection = query["select"].map { Selection(rawValue: $0) ?? .none }
    }

    /// Returns the part of a typed text that is searched for.
    public static func trimmed(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // The host accepts 256 bytes; a character is not split.
        var result = String(words.prefix(searchLimit))
        while result.utf8.count > 256 { result.removeLast() }
        return result
    }

    /// The query of the URL with its question mark, or an empty text without parameters.
    var query: String {
        var items: [String] = []
        if !search.isEmpty { items.append("search=" + search.escapedForURLs) }
        if let after { items.append("after=" + after.rawValue.escapedForURLs) }
        if let selection { items.append("select=" + selection.rawValue) }
        return items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }
}
