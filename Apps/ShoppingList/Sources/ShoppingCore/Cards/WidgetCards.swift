public import TodayKit

/// The cards of the widget: the items still to buy.
public enum WidgetCards {
    /// The number of items before "Show More".
    public static let compactLimit = 4

    /// Returns the widget's content for a list.
    public static func content(_ list: ItemList, _ texts: Texts) -> WidgetContent {
        let items = list.toBuy
        return WidgetContent(
            compact: card(items, texts, limit: compactLimit),
            expanded: items.count > compactLimit ? card(items, texts, limit: items.count) : nil
        )
    }

    private static func card(_ items: [ShoppingItem], _ texts: Texts, limit: Int) -> Card {
        let shown = items.prefix(min(limit, ListPage.length))
        return Card {
            if items.isEmpty {
                TextBlock(texts.allDone, size: .medium)
                TextBlock(texts.nothingToBuy, isSubtle: true, wrap: true).spacing(.small)
            } else {
                TextBlock(texts.toBuy(items.count), size: .medium)
                for item in shown { row(item) }
                if items.count > shown.count {
                    TextBlock(texts.more(items.count - shown.count), isSubtle: true).spacing(.small)
                }
            }
        }
        .selectAction(.openURL(texts.openList, url: ShoppingURL.list))
    }

    /// A row whose mark stays in its place whatever the direction of the title.
    private static func row(_ item: ShoppingItem) -> ColumnSet {
        ColumnSet {
            Column(width: .pixels(20)) { TextBlock(Texts.toBuyMark) }
            Column { TextBlock(item.title.escapedForCards) }
        }
        .spacing(.small)
    }
}
