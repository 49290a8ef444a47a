import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// Applies the operations of one transaction; it must not outlive the transaction.
///
/// Extensions define the operations, one for each subject.
final class TransactionContext {
    let database: Database
    let revision: Revision
    let origin: ChangeOrigin
    let now: Date
    /// Limit for the data of each app in the database, in bytes.
    let appBytes: Int
    private let damage: DamageLog
    private(set) var changes: [StoreChange] = []

    init(
        database: Database,
        revision: Revision,
        origin: ChangeOrigin,
        now: Date,
        damage: DamageLog,
        appBytes: Int = DurableStore.defaultAppBytes
    ) {
        self.database = database
        self.revision = revision
        self.origin = origin
        self.now = now
        self.appBytes = appBytes
        self.damage = damage
    }

    /// A reader that includes what the transaction has written so far.
    var reader: DurableReader { DurableReader(database: database, revision: revision, damage: damage) }

    /// Records a change for the change feed and returns `changed`; consecutive equal changes are reported once.
    @discardableResult func record(_ change: StoreChange) -> OperationOutcome {
        if changes.last != change { changes.append(change) }
        return .changed
    }

    /// Logs an error that does not fail the transaction; equal errors are logged once.
    func logOnce(_ error: StoreError, _ message: String) { damage.log(error, message) }

    /// Executes a cached statement, and returns the number of changed rows.
    @discardableResult func run(_ sql: String, _ values: StoredValues = []) throws -> Int {
        try database.run(sql, StatementArguments(stored: values))
    }

    /// Executes a cached statement, and records a change for the change feed if it changed rows.
    @discardableResult
    func run(_ sql: String, _ values: StoredValues = [], recording change: StoreChange) throws -> OperationOutcome {
        try run(sql, values) > 0 ? record(change) : .unchanged
    }

    /// Deletes the oldest of a table's rows that satisfy a condition beyond a limit, by their numbers.
    func deleteOldest(
        from table: String,
        where condition: String = "true",
        _ values: StoredValues = [],
        beyond limit: Int
    ) throws {
        try run(
            """
            DELETE FROM \(table) WHERE \(condition) AND number <= (
                SELECT number FROM \(table) WHERE \(condition) ORDER BY number DESC LIMIT 1 OFFSET ?)
            """,
            values + values + [limit]
        )
    }

    /// Deletes the rows of a table of ids that are older than ``PushTable/lifetime``, and the oldest beyond a limit.
    func forgetOldest(from table: String, beyond limit: Int) throws {
        try run("DELETE FROM \(table) WHERE date < ?", [now - PushTable.lifetime])
        try run("DELETE FROM \(table) WHERE number <= (SELECT max(number) FROM \(table)) - ?", [limit])
    }

    /// Throws an error with code `notFound` if an app is not installed.
    func requireInstalled(_ app: AppID) throws {
        guard try exists("SELECT 1 FROM app WHERE id = ?", [app]) else {
            throw StoreError(.notFound, "\(app) is not installed.")
        }
    }
}
