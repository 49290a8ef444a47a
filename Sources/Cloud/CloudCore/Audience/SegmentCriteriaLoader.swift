package import CloudStorage
import JSON

/// The criteria of an app's segments, read as audiences need them, and never many more than an audience may have.
package struct SegmentCriteriaLoader: Sendable {
    /// How many segments are read at a time.
    private static let pageSize = 16

    private let store: CloudStore
    private let app: AppNumber
    private var counts: [SegmentID: Int] = [:]
    private var asked: Set<SegmentID> = []
    /// The segments whose criteria cannot be read; they count as gone.
    package private(set) var damaged: Set<SegmentID> = []
    /// The criteria of the segments that were read.
    package private(set) var criteria: [SegmentID: Audience] = [:]

    /// Prepares to read the segments of an app.
    package init(store: CloudStore, app: AppNumber) {
        self.store = store
        self.app = app
    }

    /// How many terms an audience has with those of its segments, where a segment that is gone counts as one.
    ///
    /// Nothing is put in another's place for that, and no more segments are read once the answer is known: what names
    /// thousands of terms a thousand times costs no more than what may be sent.
    ///
    /// - Parameter audience: The audience.
    /// - Returns: The number; none if it is more than ``Audience/termLimit``. Otherwise ``criteria`` has all of its
    ///   segments that there are.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package mutating func count(_ audience: Audience) async throws -> Int? {
        var count = audience.termCount
        var times: [SegmentID: Int] = [:]
        audience.countSegments(&times)
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
    /// Whom the segment selects.
    ///
    /// - Throws: A `DecodingError` if the store's form is damaged.
    package var audience: Audience {
        get throws { try JSONValue(parsing: criteria).decode() }
    }
}

extension NewSegment {
    /// Makes a segment of what it selects.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - name: What people call it.
    ///   - definition: The selector as its sender wrote it.
    ///   - audience: The same, read.
    /// - Throws: An `EncodingError` if the selector holds what JSON cannot.
    package init(id: SegmentID, name: String, definition: String, audience: Audience) throws {
        self.init(
            id: id,
            name: name,
            definition: definition,
            criteria: try JSONValue(encoding: audience).jsonText
        )
    }
}
