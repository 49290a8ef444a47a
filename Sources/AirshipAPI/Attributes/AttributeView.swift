import Cloud
import CloudStore
import JSON

/// Shows attributes as Airship's clients expect them.
enum AttributeView {
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
