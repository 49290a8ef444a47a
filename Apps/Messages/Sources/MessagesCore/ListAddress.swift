public import TodayKit

/// Which part of the list a page shows, and how: what stands in the page's address.
public struct ListAddress: Hashable, Sendable {
    /// What is chosen when messages can be chosen.
    public enum Selection: String, Hashable, Sendable {
        /// Nothing yet.
        case none
        /// Everything on the page.
        case all
    }

    /// How long a search may be, in characters.
    public static let searchLimit = 100

    /// What the person searches for; empty for everything.
    public var search: String
    /// The message after which the page begins.
    public var after: MessageID?
    /// What is chosen; none if messages are opened and not chosen.
    public var selection: Selection?

    /// Describes a page.
    public init(search: String = "", after: MessageID? = nil, selection: Selection? = nil) {
        self.search = search
        self.after = after
        self.selection = selection
    }

    /// Reads the query of an address; what it does not know is left out.
    init(_ query: [String: String]) {
        search = Self.trimmed(query["search"] ?? "")
        after = query["after"].flatMap { $0.isEmpty ? nil : MessageID($0) }
        selection = query["select"].map { Selection(rawValue: $0) ?? .none }
    }

    /// As much of what a person typed as is searched for.
    public static func trimmed(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // The host takes 256 bytes; a character is not cut through.
        var result = String(words.prefix(searchLimit))
        while result.utf8.count > 256 { result.removeLast() }
        return result
    }

    /// The query of the address with its question mark; nothing if there is nothing to say.
    var query: String {
        var items: [String] = []
        if !search.isEmpty { items.append("search=" + PercentEscape.encode(search)) }
        if let after { items.append("after=" + PercentEscape.encode(after.rawValue)) }
        if let selection { items.append("select=" + selection.rawValue) }
        return items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }
}
