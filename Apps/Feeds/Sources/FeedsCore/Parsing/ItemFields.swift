import TodayKit

/// The fields of an item while it is read.
struct ItemFields {
    /// How many characters of a description stand for a missing title.
    private static let descriptionLimit = 100

    /// The URL of the item.
    var link: String?
    /// Whether the item's id says that it is no link.
    var isIDNoLink = false

    private var title: String?
    private var description: String?
    private var id: String?
    /// The id as a link.
    private var idLink: String?
    private var published: Date?
    private var updated: Date?

    /// Sets a field; the first one with a value counts.
    mutating func set(_ kind: FeedField, _ text: String, _ base: String) {
        switch kind {
        case .title: title = title ?? PlainText.line(html: text, limit: FeedParser.titleLimit).nonEmpty
        case .plainTitle: title = title ?? PlainText.line(text, limit: FeedParser.titleLimit).nonEmpty
        case .description:
            description = description ?? PlainText.line(html: text, limit: Self.descriptionLimit).nonEmpty
        case .plainDescription: description = description ?? PlainText.line(text, limit: Self.descriptionLimit).nonEmpty
        case .link: link = link ?? FeedLink.resolve(text, against: base)
        case .id:
            id = id ?? text.trimmingSpace.nonEmpty
            // A relative id is a name, not an address.
            if text.contains("://") { idLink = FeedLink.resolve(text, against: base) }
        case .published: published = published ?? FeedDate.parse(text)
        case .updated: updated = updated ?? FeedDate.parse(text)
        case .minutesToLive, .period, .frequency: break
        }
    }

    /// The item; `nil` if it has neither a title, nor a description, nor a link.
    func item(idLimit: Int) -> ParsedItem? {
        let link = link ?? (isIDNoLink ? nil : idLink)
        let title = title ?? description
        guard let identity = id ?? link ?? title, title != nil || link != nil else { return nil }
        return ParsedItem(
            id: String(decoding: identity.utf8.prefix(idLimit), as: UTF8.self),
            title: title,
            link: link,
            published: published ?? updated
        )
    }
}
