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

/// The form of the list in its file: `{"version": 1, "items": [{"id", "title", "done"}], "changes": ["…"]}`.
extension ItemList {
    private struct Stored: Codable {
        var version: Int
        var items: [ShoppingItem]
        var changes: [String]?
    }

    /// Why a file holds no list that can be read; a phrase for the person.
    struct Mistake: Error, Hashable {
        var phrase: String
    }

    private static let version = 1

    /// The list as its file holds it.
    ///
    /// - Throws: Nothing in practice: strings and booleans can always be written.
    func json() throws -> JSONValue {
        try JSONValue(encoding: Stored(version: Self.version, items: items, changes: changes))
    }

    /// Reads what a file holds.
    init(json bytes: [UInt8]) throws(Mistake) {
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch { throw Mistake(phrase: Texts.notJSON) }
        if case .integer(let version)? = json["version"], version > Self.version { throw Mistake(phrase: Texts.newer) }
        guard let stored = try? json.decode(Stored.self), stored.version == Self.version,
            stored.items.allSatisfy({ !$0.id.isEmpty && ItemForm.problem(with: $0.title) == nil }),
            Set(stored.items.map(\.id)).count == stored.items.count
        else { throw Mistake(phrase: Texts.noList) }
        self.init(items: stored.items, changes: stored.changes ?? [])
    }
}

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
