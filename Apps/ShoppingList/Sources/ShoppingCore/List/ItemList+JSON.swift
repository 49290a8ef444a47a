import TodayKit

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
