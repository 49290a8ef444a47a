import CloudStore
import Logging

/// Puts the criteria of segments in the place of their ids, when a push is accepted or a schedule is due.
struct AudienceResolver: Sendable {
    /// For nobody.
    private static let nobody = Audience.or([])

    let store: CloudStore
    let logger: Logger

    /// Resolves the audiences of orders.
    ///
    /// An order whose audience names a segment or a static list that is gone is for nobody, and so is one that has
    /// more terms than ``Audience/termLimit`` then: what was to be left out must not be reached because a list is
    /// missing.
    ///
    /// - Parameters:
    ///   - orders: The orders.
    ///   - app: Whose they are.
    /// - Returns: The orders, in the same order.
    /// - Throws: ``CloudStore/CloudStoreError`` if the disk failed.
    func resolve(_ orders: [PushOrder], of app: AppNumber) async throws -> [PushOrder] {
        let segments = orders.reduce(into: Set<SegmentID>()) { $0.formUnion($1.audience.segments) }
        let lists = orders.reduce(into: Set<String>()) { $0.formUnion($1.audience.staticLists) }
        guard !segments.isEmpty || !lists.isEmpty else { return orders }
        let criteria = try await criteria(of: segments, app)
        let named = criteria.values.reduce(into: lists) { $0.formUnion($1.staticLists) }
        let known = try await store.knownStaticLists(among: named, of: app)
        return orders.map { order in
            var order = order
            let audience = order.audience.replacingSegments(criteria)
            let isWhole = audience.segments.isEmpty && audience.staticLists.isSubset(of: known)
            if isWhole, audience.termCount <= Audience.termLimit {
                order.audience = audience
            } else {
                order.audience = Self.nobody
                logger.notice(
                    isWhole
                        ? "A push is for nobody, since its segments have too many terms"
                        : "A push is for nobody, since a list or a segment of its audience is gone",
                    metadata: [
                        "app": "\(app.value)", "segments": "\(audience.segments.map(\.text).sorted())",
                        "lists": "\(audience.staticLists.subtracting(known).sorted())",
                    ]
                )
            }
            return order
        }
    }

    private func criteria(of segments: Set<SegmentID>, _ app: AppNumber) async throws -> [SegmentID: Audience] {
        let records = try await store.segments(segments, of: app)
        return Dictionary(try records.map { ($0.id, try $0.audience) }) { first, _ in first }
    }
}
