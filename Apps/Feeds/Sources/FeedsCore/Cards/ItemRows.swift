import AddressLists
import AppLanguages
public import TodayKit

/// Items of feeds as rows; a tap opens the item.
struct ItemRows {
    let texts: Texts
    let dates: ItemDates

    /// Returns the row of an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - source: The name of its feed; `nil` if the page shows only that feed.
    /// - Returns: The row.
    func row(_ item: FeedItem, source: String?) -> Container {
        let title = item.title ?? item.link ?? texts.untitled
        let date = dates.text(item.date)
        return Container(selectAction: item.link.map { .openURL(title, url: $0) }) {
            TextBlock(title.escapedForCards, weight: .bolder, wrap: true, maxLines: 2)
            TextBlock(source.map { "\($0.escapedForCards) · \(date)" } ?? date, size: .small, isSubtle: true)
                .spacing(.none)
        }
    }

    /// Returns what is wrong with a feed, with the command that allows its server and the age of what is shown.
    @CardBuilder<CardElement> func problem(_ status: FeedStatus) -> [CardElement] {
        if let failure = status.failure {
            TextBlock(texts.sentence(failure).escapedForCards, size: .small, color: .attention, wrap: true)
                .spacing(.none)
            if case .notAllowed(let server) = failure { texts.permission.elements(server) }
            if failure == .unreachable, status.feed.address.hasPrefix("https://") {
                let address = String(status.feed.address.trimmingPrefix("https://"))
                TextBlock(texts.triedHTTPS(address).escapedForCards, size: .small, wrap: true).spacing(.small)
            }
        }
        if let list = status.list {
            TextBlock(texts.updated(dates.text(list.fetched)), size: .small, isSubtle: true).spacing(.none)
        }
    }

    /// Returns one text for a card: the name of a feed, why it could not be fetched, and the age of what is shown.
    func summary(_ status: FeedStatus) -> String {
        let reason = status.failure.map { texts.sentence($0).escapedForCards }
        let age = status.list.map { texts.updated(dates.text($0.fetched)) }
        return "\(status.title.escapedForCards): " + [reason, age].compactMap(\.self).joined(separator: " ")
    }
}

/// An item with the feed that it is of.
struct SourcedItem: Hashable {
    var item: FeedItem
    var source: String

    /// The items of feeds, the newest first; those with the same date in the order of the feeds.
    static func newest(of statuses: [FeedStatus], limit: Int) -> [SourcedItem] {
        let all = statuses.flatMap { status in
            (status.list?.items ?? []).map { SourcedItem(item: $0, source: status.title) }
        }
        let sorted = all.enumerated().sorted {
            ($1.element.item.date, $0.offset) < ($0.element.item.date, $1.offset)
        }
        return sorted.prefix(limit).map(\.element)
    }
}

/// Writes points in time for cards: a time of day within the last half day, and else a date.
public struct ItemDates: Sendable {
    private let now: Date

    /// Creates the format for the current time.
    public init(now: Date) { self.now = now }

    /// Returns a macro, which the surface formats in the viewer's zone and language.
    func text(_ date: Date) -> String { CardDate.text(date, now: now) }
}
