package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A selector that a sender keeps under an id.
package struct SegmentRecord: Hashable, Sendable {
    /// The store's number of it; later ones are greater.
    package let number: Int64
    /// Its id.
    package let id: SegmentID
    /// What people call it.
    package let name: String
    /// The selector as its sender wrote it, JSON that the store does not read.
    package let definition: String
    /// The selector in the words of whoever resolves it; the store does not read it.
    package let criteria: String
    /// When it was made.
    package let created: Date
    /// When it last changed.
    package let modified: Date
}

/// A segment to be kept.
package struct NewSegment: Hashable, Sendable {
    /// Its id.
    package var id: SegmentID
    /// What people call it.
    package var name: String
    /// The selector as its sender wrote it.
    package var definition: String
    /// The selector in the words of whoever resolves it.
    package var criteria: String

    /// Describes a segment.
    package init(id: SegmentID, name: String, definition: String, criteria: String) {
        self.id = id
        self.name = name
        self.definition = definition
        self.criteria = criteria
    }
}

extension CloudStore {
    /// How many segments an app has at most.
    package static let segmentLimit = 1000

    /// Keeps a new segment.
    ///
    /// - Throws: ``CloudStoreError`` with code `conflict` if the app has ``segmentLimit`` of them.
    package func add(_ segment: NewSegment, to app: AppNumber) async throws(CloudStoreError) {
        try await write { context in
            let row = try context.database.row("SELECT COUNT(*) AS count FROM segment WHERE appNumber = ?", [app])
            guard row?["count"] ?? 0 < Self.segmentLimit else {
                throw CloudStoreError(.conflict, "An app has at most \(Self.segmentLimit) segments.")
            }
            let date = context.now.storedMilliseconds
            try context.database.run(
                """
                INSERT INTO segment (id, appNumber, name, definition, criteria, created, modified)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [segment.id, app, segment.name, segment.definition, segment.criteria, date, date]
            )
        }
    }

    /// Those segments of an app that have some ids; unknown ids are passed over.
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

    /// A page of an app's segments, the oldest first.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - after: The number of the last one of the page before.
    ///   - limit: How many at most.
    /// - Returns: The page.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func segments(
        of app: AppNumber,
        after: Int64? = nil,
        limit: Int = CloudStore.pageLimit
    ) async throws(CloudStoreError) -> [SegmentRecord] {
        try await read { database in
            try database.rows(
                "SELECT * FROM segment WHERE appNumber = ? AND number > ? ORDER BY number LIMIT ?",
                [app, after ?? 0, limit]
            ).map(SegmentRecord.init)
        }
    }

    /// Replaces a segment by another one with the same id.
    ///
    /// - Returns: Whether there was one.
    package func replace(_ segment: NewSegment, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run(
                """
                UPDATE segment SET name = ?, definition = ?, criteria = ?, modified = ?
                WHERE id = ? AND appNumber = ?
                """,
                [
                    segment.name, segment.definition, segment.criteria, context.now.storedMilliseconds, segment.id,
                    app,
                ]
            ) > 0
        }
    }

    /// Removes a segment.
    ///
    /// - Returns: Whether there was one.
    package func removeSegment(_ id: SegmentID, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run("DELETE FROM segment WHERE id = ? AND appNumber = ?", [id, app]) > 0
        }
    }
}

extension SegmentRecord {
    fileprivate init(_ row: Row) {
        self.init(
            number: row["number"],
            id: row["id"],
            name: row["name"],
            definition: row["definition"],
            criteria: row["criteria"],
            created: row.date("created"),
            modified: row.date("modified")
        )
    }
}
