public import TodayKit

/// The actions of the widget's card.
public enum WidgetAction: Codable, Hashable, Sendable {
    /// Marks an item as bought, or as still to buy.
    case set(id: String, done: Bool)
}

/// The cards of the widget: the items still to buy, and while there are few of them also those that were bought last; a
/// tap ticks an item, another tap unticks it.
public enum WidgetCards {
    /// The height of a row that can be tapped with a finger.
    private static let rowHeight = 34

    /// Returns the number of items before "Show More".
    static func count(_ family: WidgetFamily) -> Int { family == .large ? 14 : 6 }

    /// Returns the widget's content for a list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - texts: The texts of the surface's language.
    ///   - family: The size of the widget.
    /// - Returns: The content.
    public static func content(_ list: ItemList, _ texts: Texts, family: WidgetFamily = .small) -> WidgetContent {
        let (all, count) = (list.toBuy.count, count(family))
        return WidgetContent(
            compact: card(list, texts, limit: count),
            expanded: all > count ? card(list, texts, limit: all) : nil,
            setUp: list.isUnused ? WidgetSetUp(texts.addItems, url: ShoppingURL.edit) : nil
        )
    }

    private static func card(_ list: ItemList, _ texts: Texts, limit: Int) -> Card {
        let items = list.toBuy
        let shown = Array(items.prefix(min(limit, ListPage.length)))
        let rows = shown + list.bought.suffix(max(0, limit - items.count))
        return Card {
            if items.isEmpty {
                TextBlock(texts.allDone, size: .medium)
                if rows.isEmpty {
                    TextBlock(texts.nothingToBuy, isSubtle: true, wrap: true).spacing(.small)
                    ActionSet { Action.openURL(texts.addItems, url: ShoppingURL.edit) }.spacing(.small)
                }
            }
            for (index, item) in rows.enumerated() { row(item, texts).separator(index > 0) }
        }
        .header(detail: items.isEmpty ? nil : texts.left(items.count))
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
