import CloudStore
import JSON

/// Reads changes of tags.
enum TagParser {
    /// How many tags one change may name.
    static let limit = 1000

    /// Reads the members `add`, `remove` and `set`, of which `set` stands alone.
    ///
    /// - Parameter node: The object that has them.
    /// - Returns: The change.
    /// - Throws: ``AirshipError`` that names the path of the mistake.
    static func change(_ node: BodyNode) throws(AirshipError) -> TagChange {
        let change = TagChange(
            add: try groups(node.optional("add")),
            remove: try groups(node.optional("remove")),
            set: try groups(node.optional("set"))
        )
        guard change != TagChange() else { throw node.error("one of add, remove and set is wanted") }
        guard change.set.isEmpty || (change.add.isEmpty && change.remove.isEmpty) else {
            throw node.error("set stands alone")
        }
        return change
    }

    /// Reads tags by group; an array stands for tags of the group `device`.
    static func groups(_ node: BodyNode?) throws(AirshipError) -> [String: [String]] {
        guard let node else { return [:] }
        if node.value.arrayValue != nil { return [AudienceParser.deviceGroup: try tags(node)] }
        var groups: [String: [String]] = [:]
        for (name, member) in try node.members() {
            guard (1...128).contains(name.utf8.count), name != AudienceParser.subscriptionGroup else {
                throw member.error("this is no name of a tag group")
            }
            groups[name] = try tags(member)
        }
        return groups
    }

    /// Reads an array of tags, or one tag.
    static func tags(_ node: BodyNode) throws(AirshipError) -> [String] {
        if node.value.stringValue != nil { return [try node.text(limit: 128)] }
        return try node.elements(limit: limit).map { node throws(AirshipError) in try node.text(limit: 128) }
    }
}
