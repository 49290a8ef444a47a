import TodayKit

/// What a document says: a feed in any of the formats.
struct ParsedFeed: Hashable, Sendable {
    /// The title as plain text; `nil` without one.
    var title: String?
    /// How long the feed asks to be left alone, in seconds (`ttl` of RSS, `sy:updatePeriod`); `nil` if it does not say.
    var interval: Double?
    /// The items in the order of the document.
    var items: [ParsedItem] = []
}

/// An item of a document.
struct ParsedItem: Hashable, Sendable {
    /// What identifies the item in its feed: its id, or else its link or title.
    var id: String
    /// The title as plain text, or the beginning of the description; `nil` without both.
    var title: String?
    /// The `https` or `http` URL of the item; `nil` if it has no usable one.
    var link: String?
    /// When it was published; `nil` without a valid date.
    var published: Date?
}
