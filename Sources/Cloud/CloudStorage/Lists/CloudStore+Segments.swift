package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// A selector that a sender stores under an id.
package struct SegmentRecord: Hashable, Sendable {
    /// Later segments have greater numbers.
    package let number: Int64
    package let id: SegmentID
    package let name: String
    /// The selector as its sender wrote it, JSON that the store does not interpret.
    package let definition: String
    /// The selector in the cloud's own form, which the store does not interpret.
    package let criteria: String
    package let created: Date
    package let modified: Date

    init(_ row: SQLRow) {
        number = row["number"]
        id = row["id"]
        name = row["name"]
        definition = row["definition"]
        criteria = row["criteria"]
        created = row.date("created")
        modified = row.date("modified")
    }
}

/// A segment to store; its members mean what those of ``SegmentRecord`` do.
package struct NewSegment: Hashable, Sendable {
    package var id: SegmentID
    package var name: String
    package var definition: String
    package var criteria: String

    package init(id: SegmentID, name: String, definition: String, criteria: String) {
        self.id = id
        self.name = name
        self.definition = definition
        self.criteria = criteria
    }
}

extension CloudStore {
    package static let segmentLimit = 1000

    /// Adds a segment; `conflict` if the app has ``segmentLimit``.
    package func add(_ segment: NewSegment, to app: AppNumber) async throws(CloudStoreError) {
        try await write { context in
            guard try context.count("segment WHERE appNumber = ?", [app]) < Self.segmentLimit else {
                throw CloudStoreError(.conflict, "An app has at most \(Self.segmentLimit) segments.")
            }
            let date = context.now.storedMilliseconds
            try context.run(
                """
                INSERT INTO segment (id, appNumber, name, definition, criteria, created, modified)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [segment.id, app, segment.name, segment.definition, segment.criteria, date, date]
            )
        }
    }

    /// Returns the segments of an app with some ids; unknown ids are ignored.
    package func segments(
        _ ids: Set<SegmentID>,
        of app: AppNumber
    ) async throws(CloudStoreError) -> [SegmentRecord] {
        guard !ids.isEmpty else { return [] }
        return try await read { database in
            try ids.compactMap { id in
                try database.row("SELECT * FROM segment WHERE id = ? AND appNumber = ?", [id, app])
                    .map(SegmentRecord.init)
            }
        }
    }

    /// Returns at most `limit` of an app's segments after another one, the oldest first.
    package func segments(
        of app: AppNumber,
        after: Int64? = nil,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> [SegmentRecord] {
        try await list(
            "SELECT * FROM segment WHERE appNumber = ? AND number > ? ORDER BY number LIMIT ?",
            [app, after ?? 0, limit],
            SegmentRecord.init
        )
    }

    /// Replaces the segment with the same id; returns `true` if it existed.
    package func replace(_ segment: NewSegment, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.run(
                """
                UPDATE segment SET name = ?, definition = ?, criteria = ?, modified = ?
                WHERE id = ? AND appNumber = ?
                """,
                [segment.name, segment.definition, segment.criteria, context.now.storedMilliseconds, segment.id, app]
            ) > 0
        }
    }

    /// - Returns: `true` if it existed.
    package func removeSegment(_ id: SegmentID, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await run("DELETE FROM segment WHERE id = ? AND appNumber = ?", [id, app]) > 0
    }
}
