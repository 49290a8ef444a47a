public import TodayKit

/// An SQLite database in the folder of an app group, which the app and its widgets use at the same time.
///
/// ```swift
/// let history = try GroupDatabase(
///     "history.sqlite",
///     in: context.groups[0],
///     migrations: ["CREATE TABLE glass (id TEXT PRIMARY KEY, day TEXT NOT NULL)"]
/// )
/// try await history.write { try $0.execute("INSERT OR IGNORE INTO glass VALUES (?, ?)", tap, "\(context.today)") }
/// let count: Int = try await history.read { try $0.query("SELECT count(*) AS n FROM glass")[0]["n"] }
/// ```
///
/// What ``write(_:)`` has done is on disk when it returns: it survives the end of the process, `kill -9` and a power
/// failure. It is no part of the host's transaction, though: an action that the host repeats writes again, so give a row
/// the id of the tap or of the action. The host does not see the change either: set a shared default, or ask for an update.
///
/// Open it once and keep it, or open it in each request, which takes a few milliseconds. It is closed when nothing refers
/// to it.
public actor GroupDatabase {
    /// How large a database may be in bytes, unless another number is given.
    public static let defaultLimit = 32 << 20
    /// How long a database waits for another process that writes to it.
    static let busyTime = Duration.seconds(5)

    private let connection: DatabaseConnection

    /// Opens a database in the folder of a group, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of its file, without a folder. Files with the suffixes `-wal` and `-shm` stand beside it.
    ///   - group: The group.
    ///   - limit: How large it may become in bytes. All files of the group together have 64 MiB, unless the person has
    ///     allowed them more or less, and a process that exceeds that is ended: leave room for the log, which takes a
    ///     few MiB, and for your other files.
    ///   - migrations: The statements that make the tables. Each is run once for a database, in this order, by
    ///     whichever process opens it first; add one at the end for each change, and leave the former ones as they are.
    /// - Throws: ``DatabaseFailure``.
    public init(
        _ name: String,
        in group: AppGroup,
        limit: Int = GroupDatabase.defaultLimit,
        migrations: [String] = []
    ) throws {
        try self.init(name, inFolder: group.path, limit: limit, migrations: migrations)
    }

    /// Opens a database in any folder, such as one of a test.
    ///
    /// - Parameters:
    ///   - name: The name of its file, without a folder.
    ///   - folder: The absolute path of the folder.
    ///   - limit: How large it may become in bytes.
    ///   - migrations: The statements that make the tables.
    /// - Throws: ``DatabaseFailure``.
    public init(
        _ name: String,
        inFolder folder: String,
        limit: Int = GroupDatabase.defaultLimit,
        migrations: [String] = []
    ) throws {
        let isPlain = name.utf8.allSatisfy { $0 > 0x1F && $0 != UInt8(ascii: "/") }
        guard isPlain, (1...100).contains(name.utf8.count), !name.hasPrefix(".") else {
            throw DatabaseFailure(.wrongUse, "A database cannot have the name \"\(name.prefix(100))\"; write a.sqlite.")
        }
        let connection = try DatabaseConnection(path: "\(folder)/\(name)", name: name, limit: limit)
        try connection.migrate(migrations)
        self.connection = connection
    }

    /// Reads the database as it is at one moment, also while another process writes.
    ///
    /// - Parameter body: Receives the database, which it may use until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: ``DatabaseFailure``, or what `body` throws.
    public func read<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) throws -> Value {
        try connection.transaction(writes: false, body)
    }

    /// Changes the database in one transaction: everything that `body` does is on disk when this returns, or nothing.
    ///
    /// One process writes at a time; the others wait for up to 5 seconds.
    ///
    /// - Parameter body: Receives the database, which it may use until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: ``DatabaseFailure``, or what `body` throws; then nothing was changed.
    @discardableResult
    public func write<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) throws -> Value {
        try connection.transaction(writes: true, body)
    }
}
