import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// The context of the operations in one transaction; it must not outlive the transaction.
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

    /// Records a change for the change feed; consecutive equal changes are reported once.
    ///
    /// - Returns: `changed`.
    func record(_ change: StoreChange) -> OperationOutcome {
        if changes.last != change { changes.append(change) }
        return .changed
    }

    /// Adds an entry to the audit log, for a change that the operation reports itself.
    func audit(_ event: AuditEvent) throws { try AuditTable.add(event, in: self) }

    /// Logs an error that does not fail the transaction; equal errors are logged once.
    func logOnce(_ error: StoreError, _ message: String) { damage.log(error, message) }

    /// Executes a cached statement.
    ///
    /// - Returns: The number of changed rows.
    @discardableResult func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int {
        try database.run(sql, arguments)
    }
}
