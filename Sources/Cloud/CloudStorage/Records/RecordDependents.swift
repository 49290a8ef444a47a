import SQLStore
import SQLiteSupport

/// Finds and counts the records that are deleted together with others, within the limits of one request.
///
/// In a public database only records of the author count, so that nobody can delete records of others or block their
/// deletion; a server with a key deletes records of all creators.
final class RecordDependents {
    private let request: RecordRequest
    /// The id of the creator whose records count; `nil` for those of all creators.
    private let owner: String?
    private var counts: [String: Int] = [:]
    private var cascaded = 0
    private var examined = 0
    private var hasRefused = false
    /// `true` if nothing was examined before the current operation, so it would fail in a request of its own as well.
    private var isFresh = true

    init(_ request: RecordRequest) {
        self.request = request
        owner = request.database.isPublic && request.author.client != .key ? request.author.userID : nil
    }

    func beginOperation() { isFresh = examined == 0 }

    /// Checks that a target may have one more dependent; `quotaExceeded` at ``CloudRecordLimits/dependents``.
    func checkRoom(for target: String) throws {
        let count: Int
        if let known = counts[target] {
            count = known
        } else {
            count = try request.context.count(
                "(\(Self.query) LIMIT ?4) AS dependent",
                [request.zone.number, target, owner, CloudRecordLimits.dependents]
            )
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

    func update(from before: Set<String>, to after: Set<String>) {
        for target in before.subtracting(after) { counts[target] = nil }
        for target in after.subtracting(before) { counts[target]? += 1 }
    }

    /// Returns a record and all records that are deleted with it; once there were too many, the request deletes no
    /// record with dependents any more.
    func cascade(from number: Int64, named name: String) throws -> [Int64] {
        guard !hasRefused else {
            let query = "\(Self.query) LIMIT 1"
            guard try !request.context.exists(query, [request.zone.number, name, owner]) else { throw refusal }
            return [number]
        }
        var found = [number]
        var known: Set<Int64> = [number]
        var names = [name]
        do {
            while let target = names.popLast() {
                let rows = try request.context.cursor(Self.query, [request.zone.number, target, owner], readsFew: true)
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

    private static let query = """
        SELECT record.number, record.name FROM recordReference
        CROSS JOIN record ON record.number = recordReference.recordNumber
        CROSS JOIN recordAuthor AS creator ON creator.number = record.createdBy
        WHERE recordReference.zoneNumber = ?1 AND target = ?2 AND (CAST(?3 AS TEXT) IS NULL OR creator.userID = ?3)
        """

    private func examine(_ rows: Int) throws(CloudRecordFailure) {
        examined += rows
        guard examined <= CloudRecordLimits.examined else { throw refusal }
    }

    /// The failure of an operation beyond the request's limits, which asks to send it again if that may succeed.
    private var refusal: CloudRecordFailure {
        guard isFresh || request.isAtomic else {
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
