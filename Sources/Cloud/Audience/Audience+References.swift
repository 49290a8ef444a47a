package import CloudStore

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
