import TodayKit

/// Items of the list as rows, of which a page shows a part.
struct ItemRows {
    /// The height of a row that can be tapped with a finger.
    private static let height = 40

    /// The shown items.
    let items: [ShoppingItem]
    let texts: Texts

    var container: Container {
        Container(style: .emphasis) {
            for item in items { row(item).separator(item != items.first) }
        }
    }

    private func row(_ item: ShoppingItem) -> ColumnSet {
        let tick = Action.perform(
            item.done ? texts.untick(item.title) : texts.tick(item.title),
            ShoppingAction.set(id: item.id, done: !item.done)
        )
        return ColumnSet(selectAction: tick) {
            Column(width: .pixels(26), verticalContentAlignment: .center, minHeight: Self.height) {
                if item.done { Icon(.checkmarkCircle, color: .good, style: .filled) } else { Icon(.circle) }
            }
            Column(verticalContentAlignment: .center) {
                TextBlock(item.title.escapedForCards, isSubtle: item.done, wrap: true)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                ActionSet {
                    Action.perform(texts.delete, ShoppingAction.remove(id: item.id), style: .destructive)
                        .tooltip(texts.deleteItem(item.title)).mode(.secondary)
                }
            }
        }
        .spacing(.none)
    }
}

/// The part of a long list that a page shows, with the links to the other parts.
struct ItemPager {
    /// The largest number of items on a page, which fit into a card however long they are.
    static let length = 60

    /// The page, from 1; at most the last one.
    let page: Int
    /// The number of all items.
    let count: Int
    /// The URL of a page.
    let url: (Int) -> String

    init(page: Int, count: Int, url: @escaping (Int) -> String) {
        self.page = min(max(page, 1), max(1, (count + Self.length - 1) / Self.length))
        self.count = count
        self.url = url
    }

    /// Returns the items of the page.
    func part(of items: [ShoppingItem]) -> [ShoppingItem] {
        Array(items.dropFirst((page - 1) * Self.length).prefix(Self.length))
    }

    /// The position of the page in the list and the links to its neighbors; nothing for a list of one page.
    @CardBuilder<CardElement> func links(_ texts: Texts) -> [CardElement] {
        if count > Self.length {
            let first = (page - 1) * Self.length + 1
            let last = min(page * Self.length, count)
            TextBlock(texts.range(first...last, of: count), isSubtle: true)
            ActionSet {
                if last < count { Action.openURL(texts.next, url: url(page + 1)) }
                if page > 1 { Action.openURL(texts.previous, url: url(page - 1)) }
            }
        }
    }
}
