import CloudStorage
import Foundation
import JSON

/// The registration of a channel by its device; properties that are left out stay as they were.
///
/// Unknown properties of other SDKs are ignored.
struct ChannelPayload {
    /// The properties that are stored without being interpreted.
    private static let others: Set<String> = [
        "locale_language", "locale_country", "app_version", "sdk_version", "device_model", "device_os", "contact_id",
        "is_activity", "permissions", "ios", "android", "web", "delivery_type", "carrier", "accengage_device_id",
        "location_settings", "user_id", "apid",
    ]

    var type: String?
    var address: String?
    var optIn: Bool?
    var background: Bool?
    /// The number on the app's icon, on which a badge of `auto` or `+1` is based.
    var badge: Int?
    var zone: String?
    var tags = TagChange()
    var properties: [String: JSONValue] = [:]

    init(_ node: BodyNode) throws(AirshipError) {
        let members = try node.members()
        type = try node.optional("device_type")?.choice(["ios", "android", "amazon", "web"])
        address = try node.optional("push_address")?.text(limit: 4096)
        optIn = try node.optional("opt_in")?.boolean()
        background = try node.optional("background")?.boolean()
        badge = try node.optional("ios")?.optional("badge")?.integer(0...1_000_000)
        if let zone = node.optional("timezone") {
            let name = try zone.text(limit: 64)
            guard TimeZone(identifier: name) != nil else { throw zone.error("an IANA time zone is wanted") }
            self.zone = name
        }
        if try node.optional("set_tags")?.boolean() ?? false {
            tags.set[AudienceParser.deviceGroup] = try node.optional("tags").map(TagParser.tags) ?? []
        }
        if let changes = node.optional("tag_changes") {
            tags.add = try TagParser.groups(changes.optional("add"))
            tags.remove = try TagParser.groups(changes.optional("remove"))
        }
        properties = members.filter { Self.others.contains($0.key) }.mapValues(\.value)
        guard JSONValue.object(properties).jsonBytes().count <= 16 * 1024 else {
            throw node.error("the payload is larger than 16384 bytes")
        }
    }

    func apply(to channel: inout ChannelRecord) {
        channel.type = type ?? channel.type
        channel.address = address ?? channel.address
        channel.optIn = optIn ?? channel.optIn
        channel.background = background ?? channel.background
        channel.zone = zone ?? channel.zone
        channel.badge = badge ?? channel.badge
        var kept = (try? JSONValue(parsing: channel.properties))?.objectValue ?? [:]
        kept.merge(properties) { $1 }
        channel.properties = JSONValue.object(kept).jsonText
    }
}

/// A batch of changes that a device makes to its channel: tags, subscription lists and attributes.
///
/// Other changes of SDKs, such as live activities, are ignored.
struct ChannelBatch {
    private(set) var tags: TagChange
    private(set) var attributes: [AttributeChange]

    init(_ node: BodyNode) throws(AirshipError) {
        try node.members()
        tags = try TagParser.parts(node.optional("tags"))
        if let lists = node.optional("subscription_lists") {
            let change = try SubscriptionParser.change(lists)
            tags.add.merge(change.add) { $0 + $1 }
            tags.remove.merge(change.remove) { $0 + $1 }
        }
        attributes = try node.optional("attributes").map(AttributeParser.changes) ?? []
    }
}
