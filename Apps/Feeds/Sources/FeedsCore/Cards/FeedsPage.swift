import AddressLists
public import TodayKit

/// The page of the feeds, where they are added, ordered and removed.
public struct FeedsPage: Sendable {
    /// The height of a row that can be tapped with a finger.
    private static let rowHeight = 44

    private let texts: Texts
    private let rows: ItemRows

    /// Creates the page for the language and the time of a request.
    public init(_ texts: Texts, _ dates: ItemDates) {
        self.texts = texts
        rows = ItemRows(texts: texts, dates: dates)
    }

    /// Returns the page.
    public func page(_ statuses: [FeedStatus]) -> SceneContent {
        SceneContent(
            title: texts.manage,
            card: Card {
                if statuses.isEmpty {
                    TextBlock(texts.noFeeds, isSubtle: true, wrap: true)
                } else {
                    Container(style: .emphasis) {
                        for (index, status) in statuses.enumerated() {
                            row(status, index, statuses.count).separator(index > 0)
                            Container { rows.problem(status) }.spacing(.none)
                        }
                    }
                    ActionSet { Action.perform(texts.refresh, FeedsAction.refresh) }
                }
                Self.form(texts)
            }
            .actions { Action.openURL(texts.feeds, url: FeedsURL.items) }
        )
    }

    private func row(_ status: FeedStatus, _ index: Int, _ count: Int) -> ColumnSet {
        let (title, address) = (status.title, status.feed.address)
        return ColumnSet {
            Column(width: .auto, verticalContentAlignment: .center) { Icon(.rss, size: .small, color: .accent) }
            Column(
                selectAction: .openURL(title, url: FeedsURL.feed(status.feed)),
                verticalContentAlignment: .center,
                minHeight: Self.rowHeight
            ) {
                TextBlock(title.escapedForCards, weight: .bolder, wrap: true)
                // Feeds of one server, and a scheme that was not entered, can only be told from the whole address.
                TextBlock(address.escapedForCards, size: .small, isSubtle: true, wrap: true).spacing(.none)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                ActionSet {
                    if index > 0 {
                        Action.perform(texts.moveUp(title), FeedsAction.move(address: address, to: index - 1))
                            .mode(.secondary)
                    }
                    if index + 1 < count {
                        Action.perform(texts.moveDown(title), FeedsAction.move(address: address, to: index + 1))
                            .mode(.secondary)
                    }
                    Action.perform(texts.remove, FeedsAction.remove(address: address), style: .destructive)
                        .tooltip(texts.removeFeed(title)).mode(.secondary)
                }
            }
        }
    }

    /// Returns the form that adds a feed.
    static func form(_ texts: Texts) -> Container {
        texts.form.container(
            title: texts.addAFeed,
            example: texts.addressExample,
            nameHint: texts.nameHint,
            submit: .submit(texts.add, FeedsAction.add, style: .positive)
        )
    }
}
