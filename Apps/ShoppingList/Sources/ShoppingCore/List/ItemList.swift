import TodayKit

/// The shopping list: a value type without I/O.
public struct ItemList: Hashable, Sendable {
    /// The largest number of items on the list and on its page.
    public static let limit = 80
    /// The number of changes that are remembered.
    static let rememberedChanges = 50

    /// The items, in the order in which they were added.
    public private(set) var items: [ShoppingItem]
    /// The ids of the last changes, so that a repeated change is not applied twice.
    private(set) var changes: [String]

    /// Creates a list.
    public init(items: [ShoppingItem] = []) { self.init(items: items, changes: []) }

    init(items: [ShoppingItem], changes: [String]) {
        self.items = items
        self.changes = changes
    }

    /// The items still to buy.
    public var toBuy: [ShoppingItem] { items.filter { !$0.done } }

    /// The bought items.
    public var bought: [ShoppingItem] { items.filter(\.done) }

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

    /// Removes an item; removing one that is already gone has no effect.
    public mutating func remove(_ id: String) { items.removeAll { $0.id == id } }

    /// Removes all items.
    public mutating func clear() { items = [] }

    /// Returns `true` if a change was applied before.
    func includes(_ change: String) -> Bool { changes.contains(change) }

    /// Remembers that a change was applied.
    mutating func note(_ change: String) { changes = changes.suffix(Self.rememberedChanges - 1) + [change] }
}

/// The format of the file: `{"version": 1, "items": [{"id", "title", "done"}], "changes": ["…"]}`.
extension ItemList {
    private struct Stored: Codable {
        var version: Int
        var items: [ShoppingItem]
        var changes: [String]?
    }

    /// The reason why a file contains no valid list; a phrase for the person.
    enum Mistake: Error, Hashable { case notJSON, newer, noList }

    private static let version = 1

    /// Returns the list in the format of the file.
    ///
    /// - Throws: Nothing in practice: strings and booleans can always be encoded.
    func json() throws -> JSONValue {
        try JSONValue(encoding: Stored(version: Self.version, items: items, changes: changes))
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
        self.init(items: stored.items, changes: stored.changes ?? [])
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
