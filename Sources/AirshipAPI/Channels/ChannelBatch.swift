import CloudStore
import JSON

/// What a device changes of its channel together: tags, subscription lists and attributes.
///
/// Whatever else SDKs tell, such as live activities, is passed over.
struct ChannelBatch {
    private(set) var tags: TagChange
    private(set) var attributes: [AttributeChange]

    /// Reads a payload.
    ///
    /// - Parameter node: The payload.
    /// - Throws: ``AirshipError`` that names the path of the mistake.
    init(_ node: BodyNode) throws(AirshipError) {
        _ = try node.members()
        let groups = node.optional("tags")
        tags = TagChange(
            add: try TagParser.groups(groups?.optional("add")),
            remove: try TagParser.groups(groups?.optional("remove")),
            set: try TagParser.groups(groups?.optional("set"))
        )
        if let lists = node.optional("subscription_lists") {
            let change = try SubscriptionParser.change(lists)
            tags.add.merge(change.add) { $0 + $1 }
            tags.remove.merge(change.remove) { $0 + $1 }
        }
        attributes =
            try node.optional("attributes").map { node throws(AirshipError) in
                try AttributeParser.changes(node)
            } ?? []
    }
}
