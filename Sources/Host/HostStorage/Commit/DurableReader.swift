import GRDB
import Logging
import Synchronization
package import TodayProtocol

/// Reads promises, all as they were at one moment.
///
/// It is valid only inside the closure that received it. What it reads is told in extensions, one a subject.
package struct DurableReader {
    let database: Database
    /// The last commit that these reads see; the change feed tells what comes after it.
    package let revision: Revision
    private let damage: DamageLog

    init(database: Database, revision: Revision, damage: DamageLog) {
        self.database = database
        self.revision = revision
        self.damage = damage
    }

    /// Reads rows one after another, at most `limit`; one that is damaged is passed over and named in the log.
    ///
    /// Only as many rows are fetched as are needed, so that a long table costs nothing. `isWanted` tells which of them count,
    /// and may throw to end it all. `value` makes a value of a row, or throws an error that names the damaged one.
    func readableRows<Value>(
        _ sql: String,
        _ arguments: StatementArguments = StatementArguments(),
        limit: Int = .max,
        where isWanted: (Row) throws -> Bool = { _ in true },
        _ value: (Row) throws(StoreError) -> Value
    ) throws -> [Value] {
        guard limit > 0 else { return [] }
        let cursor = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while values.count < limit, let row = try cursor.next() {
            guard try isWanted(row) else { continue }
            if let sound = self.sound({ () throws(StoreError) in try value(row) }) { values.append(sound) }
        }
        return values
    }

    /// Reads the first row that is not damaged.
    func readableRow<Value>(
        _ sql: String,
        _ arguments: StatementArguments = StatementArguments(),
        _ value: (Row) throws(StoreError) -> Value
    ) throws -> Value? {
        try readableRows(sql, arguments, limit: 1, value).first
    }

    /// Reads something that may be damaged; names it in the log and gives `nil` if it is.
    func sound<Value>(_ body: () throws(StoreError) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            damage.note(error)
            return nil
        }
    }
}

/// Names damaged rows in the log, each once.
final class DamageLog: Sendable {
    /// How many rows are remembered; after that many different ones nothing more is logged.
    private static let limit = 1000

    private let logger: Logger?
    private let named = Mutex<Set<String>>([])

    /// Writes to a log, or nowhere.
    init(logger: Logger?) { self.logger = logger }

    /// Notes that something could not be read and was passed over.
    func note(_ error: StoreError, _ message: String = "A damaged promise is passed over") {
        let isNew = named.withLock { $0.count < Self.limit && $0.insert(error.message).inserted }
        guard isNew else { return }
        logger?.error("\(message)", metadata: ["error": "\(error.message)"])
    }
}
