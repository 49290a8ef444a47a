package import CloudStorage
package import Foundation
import JSON

/// Who a push is for: a selector that a channel fulfils or not.
package indirect enum Audience: Hashable, Sendable {
    /// How many terms a selector may have.
    package static let termLimit = 1000
    /// How deeply selectors may be nested.
    package static let depthLimit = 32

    /// Every channel of the app.
    case all
    /// One channel, which must be of a kind if one is named.
    case channel(ChannelID, kind: ChannelPlatform?)
    /// The channels of a named user.
    case namedUser(String)
    /// The channels that have a tag, or whose named user has it.
    case tag(AudienceMember.Tag)
    /// The channels of a static list's members, as they are when the push is brought to them.
    case staticList(String)
    /// Those whom a segment selects; ``AudienceResolver`` puts its criteria in the place before a push is kept.
    case segment(SegmentID)
    /// The channels that fulfil a condition on an attribute.
    case attribute(AttributeCondition)
    /// Those that fulfil all.
    case and([Audience])
    /// Those that fulfil at least one.
    case or([Audience])
    /// Those that do not fulfil it.
    case not(Audience)
}

extension Audience {
    /// How many terms the selector has: what is not put together of others counts as one, and so does what is put together
    /// of nothing.
    package var termCount: Int {
        switch self {
        case .all, .channel, .namedUser, .tag, .staticList, .segment, .attribute: 1
        case .and(let parts), .or(let parts): max(1, parts.reduce(0) { $0 + $1.termCount })
        case .not(let part): part.termCount
        }
    }

    /// Whether a channel belongs to the audience of a push that is sent at a date.
    ///
    /// - Parameters:
    ///   - member: The channel, with the attributes of ``attributeKeys``.
    ///   - date: When the push is sent, for conditions that count from then.
    /// - Returns: Whether it does.
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

    /// The attributes that it asks about.
    package var attributeKeys: Set<String> {
        switch self {
        case .all, .channel, .namedUser, .tag, .staticList, .segment: []
        case .attribute(let condition): [condition.key]
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.attributeKeys) }
        case .not(let part): part.attributeKeys
        }
    }

    /// Conditions of which every channel of the audience fulfils at least one, for finding candidates by an index; none
    /// if every channel of the app has to be looked at.
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

    /// A guess at how many candidates there are: a tag, a list or an attribute may have very many.
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
    /// The static lists that the selector names.
    package var staticLists: Set<String> {
        switch self {
        case .staticList(let name): [name]
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.staticLists) }
        case .not(let part): part.staticLists
        case .all, .channel, .namedUser, .tag, .segment, .attribute: []
        }
    }

    /// Whether the selector asks for tags.
    package var asksForTags: Bool {
        switch self {
        case .tag: true
        case .and(let parts), .or(let parts): parts.contains { $0.asksForTags }
        case .not(let part): part.asksForTags
        case .all, .channel, .namedUser, .staticList, .segment, .attribute: false
        }
    }

    /// The segments that the selector names.
    package var segments: Set<SegmentID> {
        var times: [SegmentID: Int] = [:]
        countSegments(&times)
        return Set(times.keys)
    }

    /// Adds how many times the selector names each segment.
    func countSegments(_ times: inout [SegmentID: Int]) {
        switch self {
        case .segment(let id): times[id, default: 0] += 1
        case .and(let parts), .or(let parts): for part in parts { part.countSegments(&times) }
        case .not(let part): part.countSegments(&times)
        case .all, .channel, .namedUser, .tag, .staticList, .attribute: break
        }
    }

    /// The selector with criteria in the place of segments; a segment without criteria stays.
    func replacingSegments(_ criteria: [SegmentID: Audience]) -> Audience {
        switch self {
        case .segment(let id): criteria[id] ?? self
        case .and(let parts): .and(parts.map { $0.replacingSegments(criteria) })
        case .or(let parts): .or(parts.map { $0.replacingSegments(criteria) })
        case .not(let part): .not(part.replacingSegments(criteria))
        case .all, .channel, .namedUser, .tag, .staticList, .attribute: self
        }
    }
}
