import Cloud
import CloudStore
import JSON

/// Shows channels as Airship's clients expect them.
enum ChannelView {
    /// A channel.
    static func json(_ channel: ChannelRecord) -> JSONValue {
        let properties = (try? JSONValue(parsing: channel.properties))?.objectValue ?? [:]
        let isOpen = channel.type.hasPrefix("open::")
        var groups = channel.tags
        let tags = groups.removeValue(forKey: AudienceParser.deviceGroup) ?? []
        let lists = groups.removeValue(forKey: AudienceParser.subscriptionGroup) ?? []
        var members: [String: JSONValue] = [
            "channel_id": .string(channel.id.text), "device_type": .string(isOpen ? "open" : channel.type),
            "installed": true, "opt_in": .bool(channel.optIn), "background": .bool(channel.background),
            "created": .string(AirshipDate.text(channel.created)),
            "last_registration": .string(AirshipDate.text(channel.registered)),
            "named_user_id": channel.namedUser.map { .string($0) } ?? .null, "alias": .null, "tags": strings(tags),
            "tag_groups": .object(groups.mapValues(strings)), "subscription_lists": strings(lists),
            "attributes": AttributeView.json(channel.attributes),
            "device_attributes": .object(AttributeView.told(by: channel)),
        ]
        if isOpen {
            members["address"] = channel.address.map { .string($0) } ?? .null
            members["open"] = [
                "open_platform_name": .string(String(channel.type.dropFirst("open::".count))),
                "identifiers": properties["identifiers"] ?? [:],
            ]
        } else {
            members["push_address"] = channel.address.map { .string($0) } ?? .null
        }
        for name in ["ios", "web", "android"] where properties[name] != nil { members[name] = properties[name] }
        return .object(members)
    }

    /// Strings as an array.
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
