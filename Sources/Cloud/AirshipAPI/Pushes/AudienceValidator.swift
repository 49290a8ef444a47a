import CloudCore
import CloudStorage
import JSON

extension SenderRequest {
    /// The largest number of terms of all audiences of one request, including those of their segments.
    private static let termLimit = 10_000

    /// Checks that the static lists and segments in selectors that ``AudienceParser`` has parsed exist.
    ///
    /// - Throws: ``AirshipError`` with the path of an unknown list or segment, of a segment that contains an unknown
    ///   list, or of a selector with too many terms, alone or together with the selectors before it.
    func checkAudiences(_ selectors: [BodyNode]) async throws {
        let references = try selectors.flatMap { try AudienceReference.all(in: $0) }
        var terms = SegmentCriteriaLoader(store: store, app: app.number)
        var total = 0
        for selector in selectors {
            guard let count = try await terms.count(try AudienceParser.parse(selector)) else {
                throw selector.error("an audience has at most \(Audience.termLimit) terms, those of its segments too")
            }
            total += count
            guard total <= Self.termLimit else {
                throw selector.error(
                    "the audiences of one request have at most \(Self.termLimit) terms together, those of their segments too"
                )
            }
        }
        let lists = terms.criteria.mapValues(\.staticLists)
        var names = lists.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        for reference in references {
            if case .staticList(let name) = reference.target { names.insert(name) }
        }
        let known = try await store.knownStaticLists(among: names, of: app.number)
        for reference in references { try check(reference, lists, known) }
    }

    private func check(
        _ reference: AudienceReference,
        _ segments: [SegmentID: Set<String>],
        _ lists: Set<String>
    ) throws(AirshipError) {
        switch reference.target {
        case .staticList(let name):
            guard lists.contains(name) else { throw reference.node.error("there is no static list of this name") }
        case .segment(let id):
            guard let segment = segments[id] else { throw reference.node.error("there is no such segment") }
            guard segment.isSubset(of: lists) else {
                throw reference.node.error("the segment names a static list that is gone")
            }
        }
    }
}

/// A reference to a static list or a segment in a selector.
struct AudienceReference {
    enum Target: Hashable {
        case staticList(String)
        case segment(SegmentID)
    }

    let target: Target
    let node: BodyNode

    /// Returns all references in a selector that ``AudienceParser`` has parsed.
    static func all(in selector: BodyNode) throws(AirshipError) -> [AudienceReference] {
        guard selector.value.objectValue != nil else { return [] }
        var found: [AudienceReference] = []
        for (name, part) in try selector.members() {
            let name = name.lowercased()
            guard ["and", "or", "not", "static_list", "segment"].contains(name) else { continue }
            for element in try part.oneOrMore(limit: .max) {
                switch name {
                case "static_list":
                    found.append(AudienceReference(target: .staticList(try element.text()), node: element))
                case "segment":
                    found.append(AudienceReference(target: .segment(SegmentID(try element.text())), node: element))
                default: found += try all(in: element)
                }
            }
        }
        return found
    }
}
