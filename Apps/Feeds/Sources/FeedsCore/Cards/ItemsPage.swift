public import TodayKit

/// The pages of items: the newest of all feeds, and those of one feed.
public struct ItemsPage: Sendable {
    /// How many items a page shows.
    static let length = 40

    private let texts: Texts
    private let rows: ItemRows

    /// Creates the pages for the language and the time of a request.
    public init(_ texts: Texts, _ dates: ItemDates) {
        self.texts = texts
        rows = ItemRows(texts: texts, dates: dates)
    }

    /// Returns the page of all feeds; without feeds it has the form to add one.
    public func page(_ statuses: [FeedStatus]) -> SceneContent {
        let items = SourcedItem.newest(of: statuses, limit: Self.length)
        let failing = statuses.filter { $0.failure != nil }
        return SceneContent(
            title: texts.feeds,
            card: Card {
                if statuses.isEmpty {
                    TextBlock(texts.noFeeds, isSubtle: true, wrap: true)
                    FeedsPage.form(texts)
                } else {
                    list(items.map { rows.row($0.item, source: $0.source) })
                    for status in failing {
                        Container {
                            TextBlock(status.title.escapedForCards, weight: .bolder, wrap: true)
                            rows.problem(status)
                        }
                        .spacing(.large)
                    }
                    ActionSet {
                        Action.openURL(texts.manage, url: FeedsURL.list)
                        Action.perform(texts.refresh, FeedsAction.refresh)
                    }
                    .spacing(.large)
                }
            }
        )
    }

    /// Returns the page of one feed.
    public func page(_ status: FeedStatus) -> SceneContent {
        SceneContent(
            title: status.title,
            card: Card {
                list((status.list?.items ?? []).map { rows.row($0, source: nil) })
                rows.problem(status)
                ActionSet {
                    Action.openURL(texts.manage, url: FeedsURL.list)
                    Action.perform(texts.refresh, FeedsAction.refresh)
                }
                .spacing(.large)
            }
        )
    }

    @CardBuilder<CardElement> private func list(_ rows: [Container]) -> [CardElement] {
        if rows.isEmpty {
            TextBlock(texts.noItems, isSubtle: true)
        } else {
            Container(style: .emphasis) {
                for (index, row) in rows.enumerated() { row.separator(index > 0) }
            }
        }
    }
}
