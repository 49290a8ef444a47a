public import AdaptiveCards

/// One page of an app: a title and a card, in which inputs are allowed.
public struct SceneContent: Codable, Hashable, Sendable {
    /// The page's title.
    public var title: String
    /// The page.
    public var card: Card

    /// Makes a page.
    public init(title: String, card: Card) {
        self.title = title
        self.card = card
    }
}
