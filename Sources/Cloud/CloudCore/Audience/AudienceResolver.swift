import CloudStorage
import Logging

/// Puts the criteria of segments in the place of their ids, when a push is accepted or a schedule is due.
struct AudienceResolver: Sendable {
    /// For nobody.
    private static let nobody = Audience.or([])

    let store: CloudStore
    let logger: Logger

    /// Resolves the audiences of orders.
    ///
    /// An order whose audience names a segment or a static list that is gone, or a segment that cannot be read, is for
    /// nobody, and so is one that has more terms than ``Audience/termLimit`` then: what was to be left out must not be reached because a list is
    /// missing.
    ///
    /// - Parameters:
    ///   - orders: The orders.
    ///   - app: Whose they are.
    /// - Returns: The orders, in the same order.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    func resolve(_ orders: [PushSpecification], of app: AppNumber) async throws -> [PushSpecification] {
        var terms = SegmentCriteriaLoader(store: store, app: app)
        var resolved: [PushSpecification] = []
        for order in orders {
            var order = order
            order.audience = try await resolve(order.audience, &terms, of: app)
            resolved.append(order)
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
        // Counted first: what is too large is never put together.
        guard try await terms.count(audience) != nil else {
            logger.notice(
                "A push is for nobody, since its segments have too many terms",
                metadata: ["app": "\(app.value)", "segments": "\(audience.segments.map(\.text).sorted())"]
            )
            return Self.nobody
        }
        let whole = audience.replacingSegments(terms.criteria)
        let lists = whole.staticLists
        let gone = lists.subtracting(try await store.knownStaticLists(among: lists, of: app))
        guard !gone.isEmpty || !whole.segments.isEmpty else { return whole }
        logger.notice(
            "A push is for nobody, since a list or a segment of its audience is gone",
            metadata: [
                "app": "\(app.value)", "segments": "\(whole.segments.map(\.text).sorted())",
                "lists": "\(gone.sorted())",
            ]
        )
        return Self.nobody
    }
}
