import CloudStore

/// Reads changes of subscription lists, which are kept as tags of a group of their own.
enum SubscriptionParser {
    /// How many changes one request may bring.
    static let limit = 100

    /// Reads objects with `action` and `list_id`, or one such object.
    ///
    /// - Parameter node: The objects.
    /// - Returns: The change.
    /// - Throws: ``AirshipError`` that names the path of the mistake.
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
