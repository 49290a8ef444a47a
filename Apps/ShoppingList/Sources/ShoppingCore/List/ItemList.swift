import TodayKit

/// The shopping list: a value type without I/O.
public struct ItemList: Hashable, Sendable {
    /// What one change removed, so that it can be put back.
    struct Removal: Codable, Hashable {
        /// The id of the change.
        var change: String
        /// The items, in their order.
        var items: [ShoppingItem]
        /// The place of each in the list before.
        var places: [Int]
    }

    /// The largest number of items on the list.
    public static let limit = 500
    /// The number of changes that are remembered.
    static let rememberedChanges = 50

    /// The items, in the order in which they were added.
    public private(set) var items: [ShoppingItem]
    /// The ids of the last changes, so that a repeated change is not applied twice.
    private(set) var changes: [String]
    /// What was removed last, until it is put back.
    private(set) var removal: Removal?

    /// Creates a list.
    public init(items: [ShoppingItem] = []) { self.init(items: items, changes: []) }

    init(items: [ShoppingItem], changes: [String], removal: Removal? = nil) {
        self.items = items
        self.changes = changes
        self.removal = removal
    }

    /// The items still to buy.
    public var toBuy: [ShoppingItem] { items.filter { !$0.done } }

    /// The bought items.
    public var bought: [ShoppingItem] { items.filter(\.done) }

    /// `true` if nothing was ever on the list.
    var isUnused: Bool { items.isEmpty && changes.isEmpty }

    /// Adds an item.
    ///
    /// - Throws: `InvalidInputs` at ``ItemForm/input`` if the list is full.
    public mutating func add(_ item: ShoppingItem, _ texts: Texts) throws {
        guard items.count < Self.limit else { throw InvalidInputs([ItemForm.input: texts.listIsFull(Self.limit)]) }
        items.append(item)
    }

    /// Marks an item as bought, or as still to buy.
    ///
    /// - Throws: A `Failure` if the item was removed.
    public mutating func set(_ id: String, done: Bool, _ texts: Texts) throws {
        guard let index = items.firstIndex(where: { $0.id == id }) else { throw Failure(texts.itemIsGone) }
        items[index].done = done
    }

    /// Removes all items, or those that a condition selects, so that ``restore(change:_:)`` can put them back.
    ///
    /// Removing nothing has no effect.
    mutating func remove(change: String, where isRemoved: (ShoppingItem) -> Bool = { _ in true }) {
        let removed = items.enumerated().filter { isRemoved($0.element) }
        guard !removed.isEmpty else { return }
        removal = Removal(change: change, items: removed.map(\.element), places: removed.map(\.offset))
        items.removeAll(where: isRemoved)
    }

    /// Puts back what a change removed.
    ///
    /// - Throws: A `Failure` if it was put back already, or something else was removed since.
    mutating func restore(change: String, _ texts: Texts) throws {
        guard let removal, removal.change == change else { throw Failure(texts.cannotBeReturned) }
        let present = Set(items.map(\.id))
        for (item, place) in zip(removal.items, removal.places) where !present.contains(item.id) {
            items.insert(item, at: min(max(place, 0), items.count))
        }
        self.removal = nil
    }

    /// Whether the list was changed before.
    var wasUsed: Bool { !changes.isEmpty }

    /// Returns `true` if a change was applied before.
    func includes(_ change: String) -> Bool { changes.contains(change) }

    /// Remembers that a change was applied.
    mutating func note(_ change: String) { changes = changes.suffix(Self.rememberedChanges - 1) + [change] }
}

/// The format of the file: `{"version": 1, "items": [{"id", "title", "done"}], "changes": ["…"]}`, and `removal` with a
/// `change`, its `items` and their `places`.
extension ItemList {
    private struct Stored: Codable {
        var version: Int
        var items: [ShoppingItem]
        var changes: [String]?
        var removal: Removal?
    }

    /// The reason why a file contains no valid list; a phrase for the person.
    enum Mistake: Error, Hashable { case notJSON, newer, noList }

    private static let version = 1

    /// Returns the list in the format of the file.
    ///
    /// - Throws: Nothing in practice: strings and booleans can always be encoded.
    func json() throws -> JSONValue {
        try JSONValue(encoding: Stored(version: Self.version, items: items, changes: changes, removal: removal))
    }

    /// Parses the content of a file.
    init(json bytes: [UInt8]) throws(Mistake) {
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch { throw .notJSON }
        if case .integer(let version)? = json["version"], version > Self.version { throw .newer }
        guard let stored = try? json.decode(Stored.self), stored.version == Self.version,
            stored.items.allSatisfy({ !$0.id.isEmpty && ItemForm.isValid($0.title) }),
            Set(stored.items.map(\.id)).count == stored.items.count
        else { throw .noList }
        self.init(items: stored.items, changes: stored.changes ?? [], removal: stored.removal)
    }
}

/// Something to buy.
public struct ShoppingItem: Codable, Hashable, Sendable {
    /// The item's unique id.
    public var id: String
    /// The thing to buy, as the person wrote it.
    public var title: String
    /// Whether it was bought.
    public var done: Bool

    /// Creates an item.
    public init(id: String, title: String, done: Bool = false) {
        self.id = id
        self.title = title
        self.done = done
    }
}
