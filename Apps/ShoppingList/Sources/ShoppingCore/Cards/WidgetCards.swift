public import TodayKit

/// The actions of the widget's card.
public enum WidgetAction: Codable, Hashable, Sendable {
    /// Marks an item as bought, or as still to buy.
    case set(id: String, done: Bool)
}

/// The cards of the widget: the items still to buy, and while there are few of them also those that were bought last; a
/// tap ticks an item, another tap unticks it.
public enum WidgetCards {
    /// The number of items before "Show More".
    public static let compactLimit = 4
    /// The height of a row that can be tapped with a finger.
    private static let rowHeight = 32

    /// Returns the widget's content for a list.
    public static func content(_ list: ItemList, _ texts: Texts) -> WidgetContent {
        let count = list.toBuy.count
        return WidgetContent(
            compact: card(list, texts, limit: compactLimit),
            expanded: count > compactLimit ? card(list, texts, limit: count) : nil
        )
    }

    private static func card(_ list: ItemList, _ texts: Texts, limit: Int) -> Card {
        let items = list.toBuy
        let shown = Array(items.prefix(min(limit, ListPage.length)))
        let rows = shown + list.bought.suffix(max(0, compactLimit - items.count))
        return Card {
            if items.isEmpty {
                TextBlock(texts.allDone, size: .medium)
                if rows.isEmpty {
                    TextBlock(texts.nothingToBuy, isSubtle: true, wrap: true).spacing(.small)
                    ActionSet { Action.openURL(texts.addItems, url: ShoppingURL.edit) }.spacing(.small)
                }
            } else {
                TextBlock(texts.toBuy(items.count), size: .medium)
            }
            for (index, item) in rows.enumerated() { row(item, texts).separator(index > 0) }
            if items.count > shown.count {
                TextBlock(texts.more(items.count - shown.count), isSubtle: true).spacing(.small)
            }
        }
        .selectAction(.openURL(texts.openList, url: ShoppingURL.list))
    }

    /// A row whose mark stays in its place whatever the direction of the title.
    private static func row(_ item: ShoppingItem, _ texts: Texts) -> ColumnSet {
        let name = item.done ? texts.untick(item.title) : texts.tick(item.title)
        return ColumnSet(selectAction: .perform(name, WidgetAction.set(id: item.id, done: !item.done))) {
            Column(width: .pixels(26), verticalContentAlignment: .center, minHeight: rowHeight) {
                if item.done { Icon(.checkmarkCircle, color: .good, style: .filled) } else { Icon(.circle) }
            }
            Column(verticalContentAlignment: .center) {
                TextBlock(item.title.escapedForCards, isSubtle: item.done ? true : nil)
            }
        }
        .spacing(.none)
    }
}
