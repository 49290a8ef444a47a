import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// What one transaction's operations work with; it does not outlive the transaction.
final class TransactionContext {
    let database: Database
    let revision: Revision
    let origin: ChangeOrigin
    let now: Date
    private let damage: DamageLog
    private(set) var changes: [StoreChange] = []

    init(database: Database, revision: Revision, origin: ChangeOrigin, now: Date, damage: DamageLog) {
        self.database = database
        self.revision = revision
        self.origin = origin
        self.now = now
        self.damage = damage
    }

    /// Reads what the transaction has written so far.
    var reader: DurableReader { DurableReader(database: database, revision: revision, damage: damage) }

    /// Notes a change for the feed; the same change twice in a row is told once.
    func note(_ change: StoreChange) -> OperationOutcome {
        if changes.last != change { changes.append(change) }
        return .changed
    }

    /// Says in the log what could not be done and does not stop the rest; each once.
    func complain(_ error: StoreError, _ message: String) { damage.note(error, message) }

    /// Runs one statement, which is prepared once and kept.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int {
        try database.run(sql, arguments)
    }
}
