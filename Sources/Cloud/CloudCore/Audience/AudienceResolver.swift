import CloudStorage
import Logging

/// Replaces segments in audiences by their criteria, when a push is accepted or a schedule is due.
struct AudienceResolver: Sendable {
    private static let nobody = Audience.or([])

    let store: CloudStore
    let logger: Logger

    /// Resolves the audiences of pushes.
    ///
    /// A push is sent to nobody if its audience names a segment or a static list that was removed or a segment that
    /// cannot be read, or if it has more than ``Audience/termLimit`` terms after the replacement. Otherwise a push
    /// could reach channels that a missing list was meant to exclude. The order of the pushes stays.
    func resolve(_ specifications: [PushSpecification], of app: AppNumber) async throws -> [PushSpecification] {
        var terms = SegmentCriteriaLoader(store: store, app: app)
        var resolved: [PushSpecification] = []
        for specification in specifications {
            var specification = specification
            specification.audience = try await resolve(specification.audience, &terms, of: app)
            resolved.append(specification)
        }
        if !terms.damaged.isEmpty {
            logger.error(
                "Segments cannot be read",
                metadata: ["app": "\(app.value)", "segments": "\(terms.damaged.map(\.text).sorted())"]
            )
        }
        return resolved
    }

    private func resolve(
        _ audience: Audience,
        _ terms: inout SegmentCriteriaLoader,
        of app: AppNumber
    ) async throws -> Audience {
        // Terms are counted first, so that an audience that is too large is never built.
        guard try await terms.count(audience) != nil else {
            logger.notice(
                "A push is for nobody, since its segments have too many terms",
                metadata: ["app": "\(app.value)", "segments": "\(audience.segments.keys.map(\.text).sorted())"]
            )
            return Self.nobody
        }
        let whole = audience.replacingSegments(terms.criteria)
        let lists = whole.staticLists
        let missing = lists.subtracting(try await store.knownStaticLists(among: lists, of: app))
        guard !missing.isEmpty || !whole.segments.isEmpty else { return whole }
        logger.notice(
            "A push is for nobody, since a list or a segment of its audience is gone",
            metadata: [
                "app": "\(app.value)", "segments": "\(whole.segments.keys.map(\.text).sorted())",
                "lists": "\(missing.sorted())",
            ]
        )
        return Self.nobody
    }
}
