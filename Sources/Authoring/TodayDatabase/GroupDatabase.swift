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
/// The changes of ``write(_:)`` are on disk when it returns: they survive the end of the process, `kill -9` and a power
/// failure. They are not part of the host's transaction, though: an action that the host repeats writes again, so use
/// the id of the tap or of the action as the id of the row. The host does not notice the change either: set a shared
/// default, or ask for an update.
///
/// Open it once and keep it, or open it in each request, which takes a few milliseconds. It is closed when nothing refers
/// to it.
public actor GroupDatabase {
    /// The largest size of a database in bytes, unless another limit is given.
    public static let defaultLimit = 32 << 20
    /// The longest time to wait for another process that writes to the database.
    static let busyTime = Duration.seconds(5)

    private let connection: DatabaseConnection

    /// Opens a database in the folder of a group, and creates it if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of its file, without a folder. Files with the suffixes `-wal` and `-shm` are beside it.
    ///   - group: The group.
    ///   - limit: The largest size in bytes. All files of the group together may have 64 MiB, unless the person has set
    ///     another limit, and a process that exceeds that is ended: leave space for the write-ahead log, which takes a
    ///     few MiB, and for your other files.
    ///   - migrations: The statements that create the tables. Each is run once for a database, in this order, by the
    ///     process that opens it first; add one at the end for each change, and do not change the earlier ones.
    /// - Throws: ``DatabaseFailure``.
    public init(
        _ name: String,
        in group: AppGroup,
        limit: Int = GroupDatabase.defaultLimit,
        migrations: [String] = []
    ) throws {
        try self.init(name, inFolder: group.path, limit: limit, migrations: migrations)
    }

    /// Opens a database in any folder with an absolute path, such as one of a test, as ``init(_:in:limit:migrations:)``
    /// does.
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

    /// Reads one snapshot of the database, even while another process writes; `body` may use it until it returns;
    /// throws ``DatabaseFailure`` or an error of `body`.
    public func read<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) throws -> Value {
        try connection.transaction(writes: false, body)
    }

    /// Changes the database in one transaction: all changes of `body` are on disk when this returns, or none.
    ///
    /// One process writes at a time; the others wait for up to 5 seconds.
    ///
    /// - Throws: ``DatabaseFailure``, or an error of `body`; then nothing was changed.
    @discardableResult
    public func write<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) throws -> Value {
        try connection.transaction(writes: true, body)
    }
}
