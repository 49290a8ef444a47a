import CloudStorage
import JSON

/// The stored form of a selector: an array that begins with the selector's name.
extension Audience: Codable {
    /// Reads the form that ``encode(to:)`` writes.
    package init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        guard let audience = Audience(json: json, depth: 0) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "this is no audience")
            )
        }
        self = audience
    }

    /// Writes the selector.
    package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    private var json: JSONValue {
        switch self {
        case .all: ["all"]
        case .channel(let id, let kind): ["channel", .string(id.text), kind.map { .string($0.rawValue) } ?? .null]
        case .namedUser(let name): ["user", .string(name)]
        case .tag(let tag): ["tag", .string(tag.group), .string(tag.tag)]
        case .staticList(let name): ["list", .string(name)]
        case .segment(let id): ["segment", .string(id.text)]
        case .attribute(let condition): .array(["attribute", .string(condition.key)] + condition.test.json)
        case .and(let parts): .array(["and"] + parts.map(\.json))
        case .or(let parts): .array(["or"] + parts.map(\.json))
        case .not(let part): ["not", part.json]
        }
    }

    private init?(json: JSONValue, depth: Int) {
        // The criteria of a segment may be at the deepest level.
        guard depth <= 2 * Self.depthLimit, let array = json.arrayValue, let name = array.first?.stringValue else {
            return nil
        }
        let rest = array.dropFirst()
        let texts = rest.map(\.stringValue)
        switch (name, texts.count) {
        case ("all", 0): self = .all
        case ("channel", 2):
            guard let id = texts[0] else { return nil }
            self = .channel(ChannelID(id), kind: texts[1].flatMap(ChannelPlatform.init(rawValue:)))
        case ("user", 1):
            guard let name = texts[0] else { return nil }
            self = .namedUser(name)
        case ("tag", 2):
            guard let group = texts[0], let tag = texts[1] else { return nil }
            self = .tag(AudienceMember.Tag(group: group, tag: tag))
        case ("list", 1):
            guard let name = texts[0] else { return nil }
            self = .staticList(name)
        case ("segment", 1):
            guard let id = texts[0] else { return nil }
            self = .segment(SegmentID(id))
        case ("attribute", 2...):
            guard let key = texts[0], let test = AttributePredicate(json: Array(rest.dropFirst())) else { return nil }
            self = .attribute(AttributeCondition(key: key, test: test))
        case ("and", _), ("or", _), ("not", 1):
            let parts = rest.compactMap { Audience(json: $0, depth: depth + 1) }
            guard parts.count == rest.count else { return nil }
            self = name == "and" ? .and(parts) : name == "or" ? .or(parts) : .not(parts[0])
        default: return nil
        }
    }
}
