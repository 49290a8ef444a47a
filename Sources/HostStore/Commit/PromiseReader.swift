import GRDB
package import TodayProtocol

/// Reads promises, all as they were at one moment.
///
/// It is valid only inside the closure that received it. What it reads is told in extensions, one a subject.
package struct PromiseReader {
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
    func soundRows<Value>(
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
    func soundRow<Value>(
        _ sql: String,
        _ arguments: StatementArguments = StatementArguments(),
        _ value: (Row) throws(StoreError) -> Value
    ) throws -> Value? {
        try soundRows(sql, arguments, limit: 1, value).first
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
