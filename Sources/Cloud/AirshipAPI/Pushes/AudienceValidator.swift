import CloudCore
import CloudStorage

extension SenderRequest {
    /// The largest number of terms of all audiences of one request, including those of their segments.
    private static let termLimit = 10_000

    /// Checks that the static lists and segments in selectors exist.
    ///
    /// - Throws: ``AirshipError`` with the path of an unknown list or segment, of a segment that contains an unknown
    ///   list, or of a selector with too many terms, alone or together with the selectors before it.
    func checkAudiences(_ selectors: [BodyNode]) async throws {
        var references: [AudienceParser.Reference] = []
        var terms = SegmentCriteriaLoader(store: store, app: app.number)
        var total = 0
        for selector in selectors {
            let parsed = try AudienceParser.parseWithReferences(selector)
            references += parsed.references
            guard let count = try await terms.count(parsed.audience) else {
                throw selector.error("an audience has at most \(Audience.termLimit) terms, those of its segments too")
            }
            total += count
            guard total <= Self.termLimit else {
                throw selector.error(
                    "the audiences of one request have at most \(Self.termLimit) terms together, those of their segments too"
                )
            }
        }
        let segments = terms.criteria.mapValues(\.staticLists)
        var names = segments.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        for case (.staticList(let name), _) in references { names.insert(name) }
        let lists = try await store.knownStaticLists(among: names, of: app.number)
        for (term, node) in references {
            switch term {
            case .staticList(let name):
                guard lists.contains(name) else { throw node.error("there is no static list of this name") }
            case .segment(let id):
                guard let segment = segments[id] else { throw node.error("there is no such segment") }
                guard segment.isSubset(of: lists) else {
                    throw node.error("the segment names a static list that is gone")
                }
            default: break
            }
        }
    }
}
