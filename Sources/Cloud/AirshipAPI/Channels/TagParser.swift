import CloudStorage
import JSON

enum TagParser {
    /// The largest number of tags in one change.
    static let limit = 1000

    /// Parses the members `add`, `remove` and `set`; `set` excludes the others.
    static func change(_ node: BodyNode) throws(AirshipError) -> TagChange {
        let change = try parts(node)
        guard change != TagChange() else { throw node.error("one of add, remove and set is wanted") }
        guard change.set.isEmpty || (change.add.isEmpty && change.remove.isEmpty) else {
            throw node.error("set stands alone")
        }
        return change
    }

    /// Parses the members `add`, `remove` and `set`, in any combination.
    static func parts(_ node: BodyNode?) throws(AirshipError) -> TagChange {
        TagChange(
            add: try groups(node?.optional("add")),
            remove: try groups(node?.optional("remove")),
            set: try groups(node?.optional("set"))
        )
    }

    /// Parses tags by group; an array contains tags of the group `device`.
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

    /// Parses an array of tags, or a single tag.
    static func tags(_ node: BodyNode) throws(AirshipError) -> [String] {
        if node.value.stringValue != nil { return [try node.text(limit: 128)] }
        return try node.elements(limit: limit).map { node throws(AirshipError) in try node.text(limit: 128) }
    }
}

/// Parses changes of subscription lists, which are stored as tags of a group of their own.
enum SubscriptionParser {
    /// The largest number of changes in one request.
    static let limit = 100

    /// Parses objects with `action` and `list_id`, or one such object.
    static func change(_ node: BodyNode) throws(AirshipError) -> TagChange {
        var change = TagChange()
        let group = AudienceParser.subscriptionGroup
        for element in try node.oneOrMore(limit: limit) {
            let list = try element.required("list_id").text(limit: 128)
            switch try element.required("action").choice(["subscribe", "unsubscribe"]) {
            case "subscribe": change.add[group, default: []].append(list)
            default: change.remove[group, default: []].append(list)
            }
        }
        return change
    }
}
