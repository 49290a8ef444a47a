public import TodayKit

/// The addresses of the app's pages.
public enum MessagesURL: Hashable, Sendable {
    /// The list.
    case list(ListAddress)
    /// One message.
    case message(MessageID)
    /// What the person can choose.
    case settings

    private static let scheme = "today-messages://"

    /// The list from its beginning.
    public static var firstPage: Self { .list(ListAddress()) }

    /// Takes an address apart.
    ///
    /// - Returns: None if no page has this address. A message's id is taken as it is, also if it can be none: whether there
    ///   is such a message is for the inbox to know.
    public init?(_ url: SceneURL) {
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.first {
        case "" where parts.count == 1: self = .list(ListAddress(url.query))
        case "settings" where parts.count == 1: self = .settings
        case "message": self = .message(MessageID(parts.dropFirst().joined(separator: "/")))
        default: return nil
        }
    }

    /// The address.
    public var text: String {
        switch self {
        case .list(let address): Self.scheme + address.query
        case .message(let id): "\(Self.scheme)message/\(PercentEscape.encode(id.rawValue))"
        case .settings: Self.scheme + "settings"
        }
    }
}

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

/// Writes text as a part of an address.
enum PercentEscape {
    private static let digits = Array("0123456789ABCDEF")

    /// The text with everything escaped but letters, digits, and `-._~` of ASCII (RFC 3986, section 2.3).
    static func encode(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result.append("%")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
        return result
    }
}
