package import CloudStorage
import JSON

/// Loads the criteria of an app's segments on demand, and stops when an audience has too many terms.
package struct SegmentCriteriaLoader: Sendable {
    private static let pageSize = 16

    private let store: CloudStore
    private let app: AppNumber
    private var counts: [SegmentID: Int] = [:]
    private var asked: Set<SegmentID> = []
    /// The segments whose criteria cannot be read; they count as removed.
    package private(set) var damaged: Set<SegmentID> = []
    package private(set) var criteria: [SegmentID: Audience] = [:]

    package init(store: CloudStore, app: AppNumber) {
        self.store = store
        self.app = app
    }

    /// Counts the terms of an audience including those of its segments; a removed segment counts as one.
    ///
    /// It neither builds the resolved audience nor loads more segments than necessary, so an audience that names a
    /// large segment a thousand times costs no more than one within the limit.
    ///
    /// - Returns: The number, with the existing segments of the audience in ``criteria``; `nil` above
    ///   ``Audience/termLimit``.
    package mutating func count(_ audience: Audience) async throws -> Int? {
        var count = audience.termCount
        let times = audience.segments
        var rest = times.keys.sorted { $0.text < $1.text }[...]
        while !rest.isEmpty, count <= Audience.termLimit {
            let page = rest.prefix(Self.pageSize)
            rest = rest.dropFirst(page.count)
            try await read(Set(page).subtracting(asked))
            for id in page { count += ((counts[id] ?? 1) - 1) * (times[id] ?? 0) }
        }
        return count <= Audience.termLimit ? count : nil
    }

    private mutating func read(_ ids: Set<SegmentID>) async throws {
        for segment in try await store.segments(ids, of: app) {
            guard let audience = try? segment.audience else {
                damaged.insert(segment.id)
                continue
            }
            criteria[segment.id] = audience
            counts[segment.id] = audience.termCount
        }
        asked.formUnion(ids)
    }
}

extension SegmentRecord {
    /// The selector of the segment; a `DecodingError` if the stored form is damaged.
    package var audience: Audience {
        get throws { try JSONValue(parsing: criteria).decode() }
    }
}

extension NewSegment {
    package init(id: SegmentID, name: String, definition: String, audience: Audience) throws {
        self.init(
            id: id,
            name: name,
            definition: definition,
            criteria: try JSONValue(encoding: audience).jsonText
        )
    }
}
