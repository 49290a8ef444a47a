public import TodayKit

/// The cards of the widget: the newest items of all feeds.
public struct WidgetCards: Sendable {
    /// How many items the expanded card shows.
    static let expandedCount = 20
    /// The shortest time until the next update, and the time after a failure, in seconds.
    static let (shortest, afterFailure) = (60.0, 900.0)

    private let texts: Texts
    private let now: Date
    private let rows: ItemRows

    /// Creates the cards for the language and the time of a request.
    public init(_ texts: Texts, now: Date) {
        self.texts = texts
        self.now = now
        rows = ItemRows(texts: texts, dates: ItemDates(now: now))
    }

    /// Returns the widget's content.
    ///
    /// - Parameters:
    ///   - statuses: The feeds with what is known of them.
    ///   - family: The size of the widget.
    /// - Returns: The content, whose next update is due when a feed is.
    public func content(_ statuses: [FeedStatus], family: WidgetFamily) -> WidgetContent {
        guard !statuses.isEmpty else {
            return WidgetContent(compact: empty, setUp: WidgetSetUp(texts.addAFeed, url: FeedsURL.list))
        }
        let count = Self.count(family)
        let items = SourcedItem.newest(of: statuses, limit: Self.expandedCount)
        let failing = statuses.filter { $0.failure != nil }
        return WidgetContent(
            compact: card(Array(items.prefix(count)), failing),
            expanded: items.count > count || failing.count > 1 ? card(items, failing, namesAll: true) : nil,
            refresh: .at(nextUpdate(statuses))
        )
    }

    /// How many items the compact card shows.
    static func count(_ family: WidgetFamily) -> Int {
        switch family {
        case .small, .medium, .wide: 5
        case .large: 12
        }
    }

    private var empty: Card {
        Card {
            TextBlock(texts.noFeeds, isSubtle: true, wrap: true)
            ActionSet { Action.openURL(texts.addAFeed, url: FeedsURL.list) }
        }
        .selectAction(.openURL(texts.openFeeds, url: FeedsURL.list))
    }

    private func card(_ items: [SourcedItem], _ failing: [FeedStatus], namesAll: Bool = false) -> Card {
        Card {
            // First, since rows that do not fit are left out.
            if failing.count == 1 || namesAll {
                for status in failing { failure(rows.summary(status)) }
            } else if !failing.isEmpty {
                failure(texts.failures(failing.count))
            }
            for (index, entry) in items.enumerated() {
                rows.row(entry.item, source: entry.source).separator(index > 0)
            }
            if items.isEmpty, failing.isEmpty { TextBlock(texts.noItems, isSubtle: true) }
        }
        .selectAction(.openURL(texts.openFeeds, url: FeedsURL.items))
    }

    /// Returns a line about feeds that could not be fetched; a tap opens the page that says what to do.
    private func failure(_ text: String) -> Container {
        Container(selectAction: .openURL(texts.manage, url: FeedsURL.list)) {
            TextBlock(text, size: .small, color: .attention, wrap: true, maxLines: 3)
        }
        .spacing(.small)
    }

    private func nextUpdate(_ statuses: [FeedStatus]) -> Date {
        let times = statuses.map { status in
            status.failure == nil ? status.list?.due ?? now : now.addingTimeInterval(Self.afterFailure)
        }
        return max(times.min() ?? now, now.addingTimeInterval(Self.shortest))
    }
}
