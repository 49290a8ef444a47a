import TodayKit

/// The list: a pure value.
public struct ItemList: Hashable, Sendable {
    /// How many items fit on the list, and on its page.
    public static let limit = 80
    /// How many of the last changes are remembered.
    static let rememberedChanges = 50

    /// The items, in the order in which they were added.
    public private(set) var items: [ShoppingItem]
    /// The ids of the last changes, so that one that is handed over again is not made again.
    private(set) var changes: [String]

    /// Makes a list.
    public init(items: [ShoppingItem] = []) { self.init(items: items, changes: []) }

    init(items: [ShoppingItem], changes: [String]) {
        self.items = items
        self.changes = changes
    }

    /// What is still to buy.
    public var toBuy: [ShoppingItem] { items.filter { !$0.done } }

    /// What was bought.
    public var bought: [ShoppingItem] { items.filter(\.done) }

    /// Adds an item.
    ///
    /// - Throws: `InvalidInputs` at ``ItemForm/input`` if the list is full.
    public mutating func add(_ item: ShoppingItem) throws {
        guard items.count < Self.limit else { throw InvalidInputs([ItemForm.input: Texts.listIsFull(Self.limit)]) }
        items.append(item)
    }

    /// Marks an item as bought, or as still to buy.
    ///
    /// - Throws: A `Failure` if the item is gone.
    public mutating func set(_ id: String, done: Bool) throws {
        guard let index = items.firstIndex(where: { $0.id == id }) else { throw Failure(Texts.itemIsGone) }
        items[index].done = done
    }

    /// Takes an item off the list; one that is gone is what was asked for.
    public mutating func remove(_ id: String) { items.removeAll { $0.id == id } }

    /// Takes all items off the list.
    public mutating func clear() { items = [] }

    /// Whether a change was made already.
    func includes(_ change: String) -> Bool { changes.contains(change) }

    /// Remembers that a change was made.
    mutating func note(_ change: String) { changes = changes.suffix(Self.rememberedChanges - 1) + [change] }
}
