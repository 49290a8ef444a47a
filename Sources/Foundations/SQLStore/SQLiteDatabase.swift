import Dispatch
import FoundationEssentials
import GRDB
package import SQLiteSupport

/// A database in one SQLite file, with one writer.
///
/// Writes that wait at the same time share one commit, which is on disk (`synchronous=FULL`) before any of them returns;
/// each is still atomic by itself. Reads run concurrently with the writer.
package final class SQLiteDatabase<Failure: StoreFailure>: SQLDatabase {
    package var dialect: SQLDialect { .sqlite }
    package let activity = DatabaseActivity()

    private let pool: DatabasePool
    private let queue = WriterQueue<QueuedWrite, Failure>(capacity: 16_384, groupSize: 256)

    /// Opens the file, which is created if it is missing, and migrates its schema.
    ///
    /// The writer's priority is lower than that of threads that answer requests.
    package init(path: String, label: String, migrations: [SQLMigration]) throws {
        var configuration = Configuration()
        configuration.label = label
        configuration.qos = .utility
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 4
        configuration.makeSmallPages()
        pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { database in
            // GRDB sets NORMAL when it opens a database in WAL mode.
            try database.execute(
                sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384"
            )
        }
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try $0.execute(sql: migration.statements + migration.sqlite) }
        }
        try migrator.migrate(pool, at: path, failingWith: Failure.self)
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ isolation: SQLIsolation = .serializable,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws -> Value {
        try await queue.write(body, committed: committed, startWriter: startWriter)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.read { try body(SQLiteConnection($0)) }
        } catch {
            throw Failure(translating: error, doing: "reading")
        }
    }

    /// Reads at once, on the caller's thread.
    package func readNow<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        try pool.read { try body(SQLiteConnection($0)) }
    }

    /// Returns a number that changes when another process has written to the file; only the writer's connection knows
    /// it, so the call waits in the queue of writes.
    package func externalWriteVersion() async throws -> Int64 {
        try await write { try $0.value("PRAGMA data_version") ?? 0 }
    }

    /// Reads the settings that durability depends on, as SQLite reports them.
    package func durabilitySettings() async throws -> [String: String] { try await pool.durabilitySettings() }

    package var queueLength: Int { queue.count }

    package func close() async {
        queue.close()
        await pool.finish()
    }

    private func startWriter() {
        pool.asyncWriteWithoutTransaction { [queue, activity] database in
            let connection = SQLiteConnection(database)
            queue.drain { connection.perform($0, activity, failingWith: Failure.self) }
        }
    }
}

/// A database file that is only read, whether or not somebody has it open.
package enum SQLiteFile {
    package static func read<Value>(at path: String, _ body: (any SQLConnection) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration).read { try body(SQLiteConnection($0)) }
    }
}

final class SQLiteConnection: SQLConnection {
    private let database: Database

    init(_ database: Database) { self.database = database }

    var dialect: SQLDialect { .sqlite }

    @discardableResult
    func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
        return database.changesCount
    }

    func insert(_ sql: String, _ arguments: SQLArguments) throws -> Int64 {
        try run(sql, arguments)
        return database.lastInsertedRowID
    }

    func cursor(_ sql: String, _ arguments: SQLArguments, readsFew: Bool) throws -> any SQLCursor {
        let statement = try database.cachedStatement(sql: sql)
        return Cursor(
            rows: try Row.fetchCursor(statement, arguments: StatementArguments(arguments)),
            columns: statement.columnNames
        )
    }

    func savepoint(_ body: () throws -> Bool) throws {
        try database.inSavepoint { try body() ? .commit : .rollback }
    }

    private final class Cursor: SQLCursor {
        private let rows: RowCursor
        private let columns: [String]
        /// The cursor's row, which changes with each step.
        private var current: SQLRow?

        init(rows: RowCursor, columns: [String]) {
            self.rows = rows
            self.columns = columns
        }

        func next() throws -> SQLRow? {
            guard let row = try rows.next() else { return nil }
            if let current { return current }
            let first = SQLRow(values: SQLiteRow(row, columns: columns))
            current = first
            return first
        }
    }
}

// MARK: - Commits of several writes

extension SQLiteConnection {
    /// Commits a group of writes and delivers the outcomes in order; if that fails, commits each write by itself.
    fileprivate func perform<Failure: StoreFailure>(
        _ group: [QueuedWrite],
        _ activity: DatabaseActivity,
        failingWith failure: Failure.Type
    ) {
        do {
            var outcomes: [() -> Void] = []
            var commit = ContinuousClock.now
            try database.inTransaction(.immediate) {
                for write in group { outcomes.append(try perform(write, failingWith: failure)) }
                commit = .now
                return .commit
            }
            activity.recordCommit(of: group.count, since: commit)
            for deliver in outcomes { deliver() }
        } catch {
            guard group.count == 1, let write = group.first else {
                for write in group { perform([write], activity, failingWith: failure) }
                return
            }
            write.fail(Failure(translating: error, doing: "writing to disk"))
        }
    }

    /// Performs one write; returns the delivery of its outcome, for after the commit is on disk.
    private func perform<Failure: StoreFailure>(
        _ write: QueuedWrite,
        failingWith: Failure.Type
    ) throws -> () -> Void {
        var resume: (@Sendable () -> Void)?
        do {
            try savepoint {
                resume = try write.perform(self)
                return true
            }
        } catch {
            // After some errors SQLite rolls back the whole transaction; then the group cannot continue.
            guard database.isInsideTransaction else { throw error }
            let failure = Failure(translating: error, doing: "writing to disk")
            return { write.fail(failure) }
        }
        return { resume?() }
    }
}

// MARK: - Values

extension StatementArguments {
    fileprivate init(_ arguments: SQLArguments) {
        self.init(arguments.values.map(\.databaseValue))
    }
}

extension ColumnValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let real): real.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }
}

private final class SQLiteRow: SQLRowValues {
    private let row: Row
    private let columns: [String]

    init(_ row: Row, columns: [String]) {
        self.row = row
        self.columns = columns
    }

    func integer(_ column: Int) -> Int64? { row[column] }

    func real(_ column: Int) -> Double? { row[column] }

    func text(_ column: Int) -> String? { row[column] }

    func bytes(_ column: Int) -> Data? { row[column] }

    func value(_ column: Int) -> ColumnValue {
        switch (row[column] as DatabaseValue).storage {
        case .null: .null
        case .int64(let integer): .integer(integer)
        case .double(let real): .real(real)
        case .string(let text): .text(text)
        case .blob(let bytes): .bytes(bytes)
        }
    }

    func column(_ name: String) -> Int? { columns.firstIndex(of: name) }

    func copy() -> any SQLRowValues { SQLiteRow(row.copy(), columns: columns) }
}
