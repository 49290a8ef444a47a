package import CloudStorage
package import Foundation

/// The audience of a push: a selector that each channel either fulfils or does not.
package indirect enum Audience: Hashable, Sendable {
    /// The largest number of terms of a selector.
    package static let termLimit = 1000
    /// The largest depth of nested selectors.
    package static let depthLimit = 32

    /// Every channel of the app.
    case all
    /// One channel; if a kind is given, the channel must be of that kind.
    case channel(ChannelID, kind: ChannelPlatform?)
    /// The channels of a named user.
    case namedUser(String)
    /// The channels with a tag, or whose named user has it.
    case tag(AudienceMember.Tag)
    /// The channels of a static list's members at the time of delivery.
    case staticList(String)
    /// The channels that a segment selects; ``AudienceResolver`` replaces it by the segment's criteria before a push is
    /// stored.
    case segment(SegmentID)
    /// The channels that fulfil a condition on an attribute.
    case attribute(AttributeCondition)
    /// The channels that fulfil all selectors.
    case and([Audience])
    /// The channels that fulfil at least one selector.
    case or([Audience])
    /// The channels that do not fulfil the selector.
    case not(Audience)
}

extension Audience {
    /// The number of terms of the selector; a simple selector counts as one, and so does an empty `and` or `or`.
    package var termCount: Int {
        switch self {
        case .all, .channel, .namedUser, .tag, .staticList, .segment, .attribute: 1
        case .and(let parts), .or(let parts): max(1, parts.reduce(0) { $0 + $1.termCount })
        case .not(let part): part.termCount
        }
    }

    /// Returns `true` if a channel belongs to the audience of a push that is sent at a date.
    ///
    /// - Parameters:
    ///   - member: The channel, with the attributes of ``attributeKeys``.
    ///   - date: The time of sending, to which some conditions are relative.
    /// - Returns: `true` if the channel belongs to the audience.
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

    /// The keys of the attributes that the selector tests.
    package var attributeKeys: Set<String> {
        switch self {
        case .all, .channel, .namedUser, .tag, .staticList, .segment: []
        case .attribute(let condition): [condition.key]
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.attributeKeys) }
        case .not(let part): part.attributeKeys
        }
    }

    /// Conditions of which every channel of the audience fulfils at least one, to find candidates with an index; `nil`
    /// if every channel of the app is a candidate.
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
    /// The names of the static lists in the selector.
    package var staticLists: Set<String> {
        switch self {
        case .staticList(let name): [name]
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.staticLists) }
        case .not(let part): part.staticLists
        case .all, .channel, .namedUser, .tag, .segment, .attribute: []
        }
    }

    /// `true` if the selector tests tags.
    package var asksForTags: Bool {
        switch self {
        case .tag: true
        case .and(let parts), .or(let parts): parts.contains { $0.asksForTags }
        case .not(let part): part.asksForTags
        case .all, .channel, .namedUser, .staticList, .segment, .attribute: false
        }
    }

    /// The ids of the segments in the selector.
    package var segments: Set<SegmentID> {
        var times: [SegmentID: Int] = [:]
        countSegments(&times)
        return Set(times.keys)
    }

    /// Adds the number of occurrences of each segment in the selector.
    func countSegments(_ times: inout [SegmentID: Int]) {
        switch self {
        case .segment(let id): times[id, default: 0] += 1
        case .and(let parts), .or(let parts): for part in parts { part.countSegments(&times) }
        case .not(let part): part.countSegments(&times)
        case .all, .channel, .namedUser, .tag, .staticList, .attribute: break
        }
    }

    /// Returns the selector with its segments replaced by their criteria; a segment without criteria stays.
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
