public import TodayKit

/// The page of the bought items, which the list's page shows only a few of.
public struct BoughtPage: Sendable {
    /// The list.
    public var list: ItemList
    /// The page, from 1.
    public var page: Int
    /// The texts of the surface's language.
    public var texts: Texts

    /// Creates a page.
    public init(list: ItemList, page: Int = 1, texts: Texts) {
        self.list = list
        self.page = page
        self.texts = texts
    }

    /// Reads the list for a page.
    ///
    /// - Throws: A `Failure` if the list's file cannot be read.
    public static func read(_ context: AppContext, page: Int) async throws -> BoughtPage {
        switch try ListFile(context).read() {
        case .list(let list): BoughtPage(list: list, page: page, texts: Texts(context.language))
        case .unreadable(let sentence): throw Failure(sentence)
        }
    }

    /// The content of the page.
    public var content: SceneContent {
        let bought = list.bought
        let pager = ItemPager(page: page, count: bought.count, url: ShoppingURL.bought)
        return SceneContent(
            title: texts.boughtItems(bought.count),
            card: Card {
                if bought.isEmpty {
                    TextBlock(texts.nothingNow, isSubtle: true, wrap: true)
                } else {
                    ItemRows(items: pager.part(of: bought), texts: texts).container
                    pager.links(texts)
                }
                ActionSet {
                    if !bought.isEmpty {
                        Action.perform(texts.clearBought, ShoppingAction.clearBought, style: .destructive)
                    }
                    Action.openURL(texts.itemsToBuy, url: ShoppingURL.list)
                }
                .spacing(.large)
            }
        )
    }
}
