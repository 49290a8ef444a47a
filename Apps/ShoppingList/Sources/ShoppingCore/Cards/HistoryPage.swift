public import TodayKit

/// The page of what was bought before, most often first, which can be put on the list again.
public struct HistoryPage: Sendable {
    /// The number of products on the page.
    static let length = 40
    /// The height of a row that can be tapped with a finger.
    private static let height = 40

    /// The products.
    public var products: [PurchaseHistory.Product]
    /// The texts of the surface's language.
    public var texts: Texts

    /// Reads the history.
    ///
    /// - Throws: A `DatabaseFailure` or a `Failure` if it cannot be read.
    public static func read(_ context: AppContext) async throws -> HistoryPage {
        let products = try await PurchaseHistory(context).products(limit: length)
        return HistoryPage(products: products, texts: Texts(context.language))
    }

    /// The content of the page.
    public var content: SceneContent {
        SceneContent(
            title: texts.boughtBefore,
            card: Card {
                if products.isEmpty {
                    TextBlock(texts.nothingBoughtBefore, isSubtle: true, wrap: true)
                } else {
                    Container(style: .emphasis) {
                        for product in products { row(product).separator(product != products.first) }
                    }
                }
                ActionSet { Action.openURL(texts.itemsToBuy, url: ShoppingURL.list) }.spacing(.large)
            }
        )
    }

    private func row(_ product: PurchaseHistory.Product) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center, minHeight: Self.height) {
                TextBlock(product.title.escapedForCards, wrap: true)
                TextBlock(texts.timesBought(product.count), size: .small, isSubtle: true).spacing(.none)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                ActionSet {
                    Action.perform(texts.add, ShoppingAction.addAgain(title: product.title))
                        .tooltip(texts.addAgain(product.title))
                }
            }
        }
        .spacing(.none)
    }
}
