import JSON

/// The members of a JSON object under names in any case, as ntfy reads them; `null` counts as missing.
struct LooseMembers: Sequence {
    private let members: [String: JSONValue]

    /// Reads an object; none if the value is something else.
    ///
    /// Of several names that differ in their case alone the one in lower case counts, or else the first in the order of
    /// their bytes.
    init?(_ value: JSONValue) {
        guard let object = value.objectValue else { return nil }
        var members = object.filter { !$1.isNull && $0 == $0.lowercased() }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) where !value.isNull {
            let lowercased = name.lowercased()
            if members[lowercased] == nil { members[lowercased] = value }
        }
        self.members = members
    }

    /// The member with a name in lower case, if it is there.
    subscript(name: String) -> JSONValue? { members[name] }

    func makeIterator() -> some IteratorProtocol<(key: String, value: JSONValue)> { members.makeIterator() }
}
