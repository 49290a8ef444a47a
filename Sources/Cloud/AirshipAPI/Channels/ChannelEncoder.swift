import CloudCore
import CloudStorage
import JSON

/// Shows channels as Airship's clients expect them.
enum ChannelEncoder {
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
            "attributes": AttributeEncoder.json(channel.attributes),
            "device_attributes": .object(AttributeEncoder.told(by: channel)),
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

/// Shows attributes as Airship's clients expect them.
enum AttributeEncoder {
    /// Attributes that senders have set.
    static func json(_ attributes: [String: AttributeValue]) -> JSONValue {
        .object(
            attributes.mapValues { value in
                guard case .number(let number) = value else { return .string(value.writtenText) }
                return value.wholeNumber.map(JSONValue.integer) ?? .real(number)
            }
        )
    }

    /// Attributes that a channel has because its device told so.
    static func told(by channel: ChannelRecord) -> [String: JSONValue] {
        let properties = (try? JSONValue(parsing: channel.properties))?.objectValue ?? [:]
        var result: [String: JSONValue] = [:]
        for attribute in DeviceAttribute.allCases {
            let text = attribute.property.map { properties[$0]?.stringValue } ?? channel.zone
            if let text { result[attribute.rawValue] = .string(text) }
        }
        return result
    }

    /// What a named user has of the newest of their channels that told it.
    static func told(by user: NamedUserRecord) -> JSONValue {
        var result: [String: JSONValue] = [:]
        for channel in user.channels { result.merge(told(by: channel)) { $1 } }
        let known: [DeviceAttribute] = [.country, .language, .timeZone]
        return .object(result.filter { known.map(\.rawValue).contains($0.key) })
    }

    /// What of a change could not be done, in sentences; none if all of it was done.
    static func warning(_ outcome: AttributeOutcome, of kind: String) -> JSONValue? {
        let unknown = outcome.unknown.map { "There is no \(kind) \($0)." }
        let full = outcome.full.map {
            "The \(kind) \($0) has \(CloudStore.attributeLimit) attributes; not all of the new ones were kept."
        }
        let sentences = (unknown + full).prefix(100)
        return sentences.isEmpty ? nil : .string(sentences.joined(separator: " "))
    }
}
