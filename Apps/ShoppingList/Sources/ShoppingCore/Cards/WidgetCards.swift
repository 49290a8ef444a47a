public import TodayKit

/// The cards of the widget: the items still to buy.
public enum WidgetCards {
    /// The number of items before "Show More".
    public static let compactLimit = 4

    /// Returns the widget's content for a list.
    public static func content(_ list: ItemList) -> WidgetContent {
        let items = list.toBuy
        return WidgetContent(
            compact: card(items, limit: compactLimit),
            expanded: items.count > compactLimit ? card(items, limit: items.count) : nil
        )
    }

    private static func card(_ items: [ShoppingItem], limit: Int) -> Card {
        let shown = items.prefix(min(limit, ItemList.limit))
        return Card {
            if items.isEmpty {
                TextBlock(Texts.allDone, size: .medium)
                TextBlock(Texts.nothingToBuy, isSubtle: true, wrap: true).spacing(.small)
            } else {
                TextBlock(Texts.toBuy(items.count), size: .medium)
                for item in shown {
                    TextBlock("\(Texts.toBuyMark) \(item.title.escapedForCards)").spacing(.small)
                }
                if items.count > shown.count {
                    TextBlock(Texts.more(items.count - shown.count), isSubtle: true).spacing(.small)
                }
            }
        }
        .selectAction(.openURL(Texts.openList, url: ShoppingURL.list))
    }
}
