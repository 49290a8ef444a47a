import GRDB
import SQLiteSupport

/// Finds and counts the records that are deleted together with others, within the limits of one request.
///
/// In a public database these are records of the same creator, so that nobody deletes or prevents what others saved; a
/// server with a key deletes those of everybody.
final class RecordDependents {
    private let connection: Database
    private let zone: RecordZoneNumber
    /// The id of the creator whose records count; `nil` for everybody's.
    private let owner: String?
    private let isAtomic: Bool
    /// How many references to a target there are, if that is known.
    private var counts: [String: Int] = [:]
    private var cascaded = 0
    private var examined = 0
    private var hasRefused = false
    /// Whether the current operation is the first one that examines anything, so it would fail alone as well.
    private var isFresh = true

    init(
        connection: Database,
        database: CloudRecordDatabase,
        zone: RecordZoneNumber,
        author: CloudRecordAuthor,
        isAtomic: Bool
    ) {
        self.connection = connection
        self.zone = zone
        self.isAtomic = isAtomic
        owner = database.isPublic && author.client != .key ? author.userID : nil
    }

    /// Begins the next operation of the request.
    func beginOperation() { isFresh = examined == 0 }

    /// Checks that a target may have one more dependent.
    ///
    /// - Throws: ``CloudRecordFailure`` with code `quotaExceeded` if it has ``CloudRecordLimits/dependents``.
    func checkRoom(for target: String) throws {
        let count: Int
        if let known = counts[target] {
            count = known
        } else {
            let row = try connection.row(
                "SELECT COUNT(*) AS count FROM (\(Self.query) LIMIT ?4)",
                [zone, target, owner, CloudRecordLimits.dependents]
            )
            count = row?["count"] ?? 0
            try examine(count)
            counts[target] = count
        }
        guard count < CloudRecordLimits.dependents else {
            throw CloudRecordFailure(
                .quotaExceeded,
                "\(CloudRecordLimits.dependents) records are deleted with that record already."
            )
        }
    }

    /// Notes that the references of a record have changed.
    ///
    /// - Parameters:
    ///   - before: The targets of its references before.
    ///   - after: The targets after.
    func update(from before: Set<String>, to after: Set<String>) {
        for target in before.subtracting(after) { counts[target] = nil }
        for target in after.subtracting(before) { counts[target]? += 1 }
    }

    /// Returns a record and all records that are deleted with it.
    ///
    /// - Throws: ``CloudRecordFailure`` if there are too many; then no later operation of the request deletes a record
    ///   with dependents.
    func cascade(from number: Int64, named name: String) throws -> [Int64] {
        guard !hasRefused else {
            guard try connection.row("\(Self.query) LIMIT 1", [zone, name, owner]) == nil else { throw refusal }
            return [number]
        }
        var found = [number]
        var known: Set<Int64> = [number]
        var names = [name]
        do {
            while let target = names.popLast() {
                let rows = try Row.fetchCursor(
                    connection.cachedStatement(sql: Self.query),
                    arguments: [zone, target, owner]
                )
                while let row = try rows.next() {
                    try examine(1)
                    guard known.insert(row["number"]).inserted else { continue }
                    found.append(row["number"])
                    names.append(row["name"])
                    guard cascaded + found.count <= CloudRecordLimits.cascade else { throw refusal }
                }
            }
        } catch let failure as CloudRecordFailure {
            hasRefused = true
            throw failure
        }
        cascaded += found.count - 1
        return found
    }

    /// The records that refer to a target.
    private static let query = """
        SELECT record.number, record.name FROM recordReference
        CROSS JOIN record ON record.number = recordReference.recordNumber
        CROSS JOIN recordAuthor AS creator ON creator.number = record.createdBy
        WHERE recordReference.zoneNumber = ?1 AND target = ?2 AND (?3 IS NULL OR creator.userID = ?3)
        """

    private func examine(_ rows: Int) throws(CloudRecordFailure) {
        examined += rows
        guard examined <= CloudRecordLimits.examined else { throw refusal }
    }

    /// The failure of an operation for which the limits of the request do not suffice.
    ///
    /// One that may succeed in a further request is sent again.
    private var refusal: CloudRecordFailure {
        guard isFresh || isAtomic else {
            return CloudRecordFailure(
                .tryAgainLater,
                "The operations before delete, or refer to, too many records; send this operation again."
            )
        }
        return .invalid(
            """
            More than \(CloudRecordLimits.cascade) records would be deleted, or \(CloudRecordLimits.examined) references \
            examined; delete records that refer to it first.
            """
        )
    }
}
