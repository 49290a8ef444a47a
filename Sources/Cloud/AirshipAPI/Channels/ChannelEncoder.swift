import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Encodes channels as Airship's clients expect them.
enum ChannelEncoder {
    static func json(_ channel: ChannelRecord) -> JSONValue {
        let properties = (try? JSONValue(parsing: channel.properties))?.objectValue ?? [:]
        let isOpen = channel.type.hasPrefix("open::")
        var groups = channel.tags
        let tags = groups.removeValue(forKey: AudienceParser.deviceGroup) ?? []
        let lists = groups.removeValue(forKey: AudienceParser.subscriptionGroup) ?? []
        var members: [String: JSONValue] = [
            "channel_id": .string(channel.id.text), "device_type": .string(isOpen ? "open" : channel.type),
            "installed": .bool(channel.disabled == nil), "opt_in": .bool(channel.optIn),
            "background": .bool(channel.background),
            "created": .string(AirshipDate.text(channel.created)),
            "last_registration": .string(AirshipDate.text(channel.registered)),
            "named_user_id": channel.namedUser.map { .string($0) } ?? .null, "alias": .null, "tags": strings(tags),
            "tag_groups": .object(groups.mapValues(strings)), "subscription_lists": strings(lists),
            "attributes": AttributeEncoder.json(channel.attributes),
            "device_attributes": .object(AttributeEncoder.deviceAttributes(of: channel)),
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
        members["disabled_reason"] = channel.disabled.map { .string($0) }
        for name in ["ios", "web", "android"] where properties[name] != nil { members[name] = properties[name] }
        return .object(members)
    }

    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

enum AttributeEncoder {
    /// Encodes attributes that senders have set.
    static func json(_ attributes: [String: AttributeValue]) -> JSONValue {
        .object(
            attributes.mapValues { value in
                guard case .number(let number) = value else { return .string(value.writtenText) }
                return value.wholeNumber.map(JSONValue.integer) ?? .real(number)
            }
        )
    }

    /// Encodes the attributes of a channel that are derived from its registration.
    static func deviceAttributes(of channel: ChannelRecord) -> [String: JSONValue] {
        let properties = (try? JSONValue(parsing: channel.properties))?.objectValue ?? [:]
        var result: [String: JSONValue] = [:]
        for attribute in DeviceAttribute.allCases {
            let text = attribute.property.map { properties[$0]?.stringValue } ?? channel.zone
            if let text { result[attribute.rawValue] = .string(text) }
        }
        return result
    }

    /// Encodes the device attributes of a named user: each from the user's newest channel that has it.
    static func deviceAttributes(of user: NamedUserRecord) -> JSONValue {
        var result: [String: JSONValue] = [:]
        for channel in user.channels { result.merge(deviceAttributes(of: channel)) { $1 } }
        let known: [DeviceAttribute] = [.country, .language, .timeZone]
        return .object(result.filter { known.map(\.rawValue).contains($0.key) })
    }

    /// Describes the parts of a change that were not applied; `nil` if all were.
    static func warning(_ outcome: AttributeOutcome, of kind: String) -> JSONValue? {
        let unknown = WarningEncoder.sentences(unknown: outcome.unknown, kind: kind)
        let full = outcome.full.map {
            "The \(kind) \($0) has \(CloudStore.attributeLimit) attributes; not all of the new ones were kept."
        }
        let sentences = (unknown + full).prefix(100)
        return sentences.isEmpty ? nil : .string(sentences.joined(separator: " "))
    }
}

enum WarningEncoder {
    private static let limit = 100

    static func sentences(unknown names: [String], kind: String) -> [String] {
        names.prefix(limit).map { "There is no \(kind) \($0)." }
    }

    /// Makes the response to a change, with the warnings in the member `name`, which is left out if there are none.
    static func response(unknown names: [String], kind: String, as name: String) -> Response {
        let warnings = ChannelEncoder.strings(sentences(unknown: names, kind: kind))
        return JSONResponse.ok(names.isEmpty ? [:] : [name: warnings])
    }
}
