/// Something to buy.
public struct ShoppingItem: Codable, Hashable, Sendable {
    /// Its own name, unlike that of any other item.
    public var id: String
    /// What to buy, as the person wrote it.
    public var title: String
    /// Whether it was bought.
    public var done: Bool

    /// Describes an item.
    public init(id: String, title: String, done: Bool = false) {
        self.id = id
        self.title = title
        self.done = done
    }
}
