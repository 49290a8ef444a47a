import Cloud
import CloudStore

/// Makes sure that there are the static lists and segments that selectors name.
struct AudienceCheck {
    let store: CloudStore
    let app: AppNumber

    /// Checks selectors that ``AudienceParser`` has read.
    ///
    /// - Parameter selectors: The selectors.
    /// - Throws: ``AirshipError`` that names the path of a list or a segment that the app does not have, of a segment
    ///   that names such a list, or of a selector that has too many terms with those of its segments.
    func check(_ selectors: [BodyNode]) async throws {
        let references = try selectors.map { try AudienceReference.all(in: $0) }
        var names: Set<String> = []
        var ids: Set<SegmentID> = []
        for reference in references.joined() {
            switch reference.target {
            case .staticList(let name): names.insert(name)
            case .segment(let id): ids.insert(id)
            }
        }
        guard !names.isEmpty || !ids.isEmpty else { return }
        let segments = Dictionary(
            try await store.segments(ids, of: app).map { ($0.id, try $0.audience) }
        ) { first, _ in first }
        let wanted = segments.values.reduce(into: names) { $0.formUnion($1.staticLists) }
        let known = try await store.knownStaticLists(among: wanted, of: app)
        for (selector, references) in zip(selectors, references) {
            var terms = try AudienceParser.parse(selector).termCount
            for reference in references {
                guard case .segment(let id) = reference.target else { continue }
                terms += (segments[id]?.termCount ?? 1) - 1
            }
            for reference in references { try check(reference, segments, known) }
            guard terms <= Audience.termLimit else {
                throw selector.error("an audience has at most \(Audience.termLimit) terms, those of its segments too")
            }
        }
    }

    private func check(
        _ reference: AudienceReference,
        _ segments: [SegmentID: Audience],
        _ lists: Set<String>
    ) throws(AirshipError) {
        switch reference.target {
        case .staticList(let name):
            guard lists.contains(name) else { throw reference.node.error("there is no static list of this name") }
        case .segment(let id):
            guard let segment = segments[id] else { throw reference.node.error("there is no such segment") }
            guard segment.staticLists.isSubset(of: lists) else {
                throw reference.node.error("the segment names a static list that is gone")
            }
        }
    }
}
