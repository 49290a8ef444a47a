import GRDB
import Logging
import Synchronization
package import TodayProtocol

/// Reads a consistent state of the durable store.
///
/// It is valid only inside the closure that received it. Extensions define the reads, one for each subject.
package struct DurableReader {
    let database: Database
    /// The last commit that the reads include; the change feed reports all later ones.
    package let revision: Revision
    private let damage: DamageLog

    init(database: Database, revision: Revision, damage: DamageLog) {
        self.database = database
        self.revision = revision
        self.damage = damage
    }

    /// Reads at most `limit` rows as needed, and skips and logs damaged ones, for which `value` throws.
    ///
    /// `isWanted` selects rows, and may throw to end the read.
    func readableRows<Value>(
        _ sql: String,
        _ values: StoredValues = [],
        limit: Int = .max,
        where isWanted: (Row) throws -> Bool = { _ in true },
        _ value: (Row) throws(StoreError) -> Value
    ) throws -> [Value] {
        guard limit > 0 else { return [] }
        let cursor = try Row.fetchCursor(
            database.cachedStatement(sql: sql),
            arguments: StatementArguments(stored: values)
        )
        var read: [Value] = []
        while read.count < limit, let row = try cursor.next() {
            guard try isWanted(row) else { continue }
            if let readable = readable({ () throws(StoreError) in try value(row) }) { read.append(readable) }
        }
        return read
    }

    /// Reads the first row that is not damaged.
    func readableRow<Value>(
        _ sql: String,
        _ values: StoredValues = [],
        _ value: (Row) throws(StoreError) -> Value
    ) throws -> Value? {
        try readableRows(sql, values, limit: 1, value).first
    }

    /// Reads a value; if it is damaged, logs the error and returns `nil`.
    func readable<Value>(_ body: () throws(StoreError) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            damage.log(error)
            return nil
        }
    }
}

/// Logs damaged rows, each only once.
final class DamageLog: Sendable {
    private static let limit = 1000

    private let logger: Logger?
    private let named = Mutex<Set<String>>([])

    init(logger: Logger?) { self.logger = logger }

    func log(_ error: StoreError, _ message: String = "A damaged row is skipped") {
        let isNew = named.withLock { $0.count < Self.limit && $0.insert(error.message).inserted }
        guard isNew else { return }
        logger?.error("\(message)", metadata: ["error": "\(error.message)"])
    }
}
