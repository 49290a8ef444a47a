/// What a person can do on the page of the list.
public enum ShoppingAction: Codable, Hashable, Sendable {
    /// Puts what stands in the field for a new item on the list.
    case add
    /// Marks an item as bought, or as still to buy.
    case set(id: String, done: Bool)
    /// Takes an item off the list.
    case remove(id: String)
    /// Empties the list.
    case clear
    /// Sets the reminder that is described in the inputs.
    case remind
    /// Takes the reminder back.
    case stopReminding
}
