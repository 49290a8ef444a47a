package import CloudStorage
package import Foundation
import JSON

/// The audience of a push: a selector that each channel either fulfils or does not.
package indirect enum Audience: Hashable, Sendable {
    package static let termLimit = 1000
    package static let depthLimit = 32

    case all
    /// One channel; if a kind is given, the channel must be of that kind.
    case channel(ChannelID, kind: ChannelPlatform?)
    case namedUser(String)
    /// The channels with a tag, or whose named user has it.
    case tag(AudienceMember.Tag)
    /// The channels of a static list's members at the time of delivery.
    case staticList(String)
    /// The channels that a segment selects; ``AudienceResolver`` replaces it before a push is stored.
    case segment(SegmentID)
    case attribute(AttributeCondition)
    case and([Audience])
    case or([Audience])
    case not(Audience)
}

extension Audience {
    /// The number of terms of the selector; a simple selector counts as one, and so does an empty `and` or `or`.
    package var termCount: Int {
        switch self {
        case .and(let parts), .or(let parts): max(1, parts.reduce(0) { $0 + $1.termCount })
        case .not(let part): part.termCount
        default: 1
        }
    }

    /// Returns `true` if a channel, with the attributes of ``attributeKeys``, belongs to the audience of a push that is
    /// sent at a date; some conditions are relative to it.
    package func includes(_ member: AudienceMember, at date: Date) -> Bool {
        var attributes = ParsedAttributes(member.attributes)
        return includes(member, &attributes, at: date)
    }

    private func includes(_ member: AudienceMember, _ attributes: inout ParsedAttributes, at date: Date) -> Bool {
        switch self {
        case .all: true
        case .channel(let id, let kind): member.id == id && kind?.includes(member.type) ?? true
        case .namedUser(let name): member.namedUser == name
        case .tag(let tag): member.tags.contains(tag)
        case .staticList(let name): member.staticLists.contains(name)
        case .segment: false
        case .attribute(let condition): condition.holds(for: &attributes, at: date)
        case .and(let parts): parts.allSatisfy { $0.includes(member, &attributes, at: date) }
        case .or(let parts): parts.contains { $0.includes(member, &attributes, at: date) }
        case .not(let part): !part.includes(member, &attributes, at: date)
        }
    }

    /// Conditions of which every channel fulfils at least one, for an index; `nil` if every channel is a candidate.
    package var leaves: [AudienceLeaf]? {
        switch self {
        case .all, .not: nil
        case .channel(let id, _): [.channel(id)]
        case .namedUser(let name): [.namedUser(name)]
        case .tag(let tag): [.tag(group: tag.group, tag: tag.tag)]
        case .staticList(let name): [.staticList(name)]
        case .segment: []
        case .attribute(let condition): condition.leaf.map { [$0] }
        case .and(let parts): parts.compactMap(\.leaves).min { Self.weight($0) < Self.weight($1) }
        case .or(let parts): Self.union(parts)
        }
    }

    private static func union(_ parts: [Audience]) -> [AudienceLeaf]? {
        var leaves: [AudienceLeaf] = []
        for part in parts {
            guard let found = part.leaves else { return nil }
            leaves += found
        }
        return leaves
    }

    /// Estimates the number of candidates: a tag, a list or an attribute may have very many.
    private static func weight(_ leaves: [AudienceLeaf]) -> Int {
        leaves.reduce(0) { sum, leaf in
            switch leaf {
            case .channel: sum + 1
            case .namedUser: sum + 2
            case .tag, .staticList, .attribute: sum + 1000
            }
        }
    }
}

extension Audience {
    private var terms: [Audience] {
        switch self {
        case .and(let parts), .or(let parts): parts.flatMap(\.terms)
        case .not(let part): part.terms
        default: [self]
        }
    }

    package var attributeKeys: Set<String> {
        Set(terms.compactMap { if case .attribute(let condition) = $0 { condition.key } else { nil } })
    }

    package var staticLists: Set<String> {
        Set(terms.compactMap { if case .staticList(let name) = $0 { name } else { nil } })
    }

    package var asksForTags: Bool {
        terms.contains { if case .tag = $0 { true } else { false } }
    }

    /// The segments in the selector, each with the number of its occurrences.
    package var segments: [SegmentID: Int] {
        let ids = terms.compactMap { if case .segment(let id) = $0 { id } else { nil } }
        return Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Returns the selector with its segments replaced by their criteria; a segment without criteria stays.
    func replacingSegments(_ criteria: [SegmentID: Audience]) -> Audience {
        switch self {
        case .segment(let id): criteria[id] ?? self
        case .and(let parts): .and(parts.map { $0.replacingSegments(criteria) })
        case .or(let parts): .or(parts.map { $0.replacingSegments(criteria) })
        case .not(let part): .not(part.replacingSegments(criteria))
        default: self
        }
    }
}

/// The stored form of a selector: an array that begins with the selector's name.
extension Audience: Codable {
    package init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        guard let audience = Audience.read(json, depth: 0) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "this is no audience")
            )
        }
        self = audience
    }

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

    private static func read(_ json: JSONValue, depth: Int) -> Audience? {
        // The criteria of a segment may be at the deepest level.
        guard depth <= 2 * depthLimit, let array = json.arrayValue, let name = array.first?.stringValue else {
            return nil
        }
        let rest = array.dropFirst()
        let texts = rest.map(\.stringValue)
        switch (name, texts.count) {
        case ("all", 0): return .all
        case ("channel", 2):
            return texts[0].map { .channel(ChannelID($0), kind: texts[1].flatMap(ChannelPlatform.init(rawValue:))) }
        case ("user", 1): return texts[0].map(Audience.namedUser)
        case ("tag", 2):
            guard let group = texts[0], let tag = texts[1] else { return nil }
            return .tag(AudienceMember.Tag(group: group, tag: tag))
        case ("list", 1): return texts[0].map(Audience.staticList)
        case ("segment", 1): return texts[0].map { .segment(SegmentID($0)) }
        case ("attribute", 2...):
            guard let key = texts[0], let test = AttributePredicate(json: Array(rest.dropFirst())) else { return nil }
            return .attribute(AttributeCondition(key: key, test: test))
        case ("and", _), ("or", _), ("not", 1):
            let parts = rest.compactMap { read($0, depth: depth + 1) }
            guard parts.count == rest.count else { return nil }
            return name == "and" ? .and(parts) : name == "or" ? .or(parts) : .not(parts[0])
        default: return nil
        }
    }
}
