public import AdaptiveCards

/// One page of an app: a title and a card, in which inputs are allowed.
public struct SceneContent: Codable, Hashable, Sendable {
    /// The page's title.
    public var title: String
    /// The page.
    public var card: Card
    /// The id of the input that has the cursor when the page opens; none if left out.
    public var focus: String?

    /// Makes a page.
    public init(title: String, card: Card, focus: String? = nil) {
        self.title = title
        self.card = card
        self.focus = focus
    }
}
