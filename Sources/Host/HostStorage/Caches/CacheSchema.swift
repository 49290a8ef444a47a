import GRDB
import SQLiteSupport

/// The tables of `caches.sqlite`.
///
/// A file with another layout, or of another durable store, is deleted; one with the previous layout is upgraded.
enum CacheSchema {
    /// The version of the layout, which must change with the tables.
    private static let layout = "4"
    /// Statements that upgrade a file with the previous layout.
    private static let upgrade = "ALTER TABLE ledger ADD COLUMN language TEXT; UPDATE origin SET layout = '4';"

    /// Opens the file; `nil` if it must be recreated, because it has another layout or belongs to another epoch.
    static func open(path: String, epoch: String) throws -> DatabaseQueue? {
        let database = try DatabaseQueue(path: path, configuration: .writer("today.caches"))
        if try prepare(database, epoch: epoch) { return database }
        try database.close()
        return nil
    }

    static func openInMemory(epoch: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "today.caches"
        let database = try DatabaseQueue(configuration: configuration)
        _ = try prepare(database, epoch: epoch)
        return database
    }

    /// Creates the tables of an empty database; `false` if another one has another layout or belongs to another epoch.
    private static func prepare(_ database: DatabaseQueue, epoch: String) throws -> Bool {
        try database.write { database in
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
            if tables.isEmpty {
                try database.execute(sql: Self.tables)
                try database.run("INSERT INTO origin (id, layout, epoch) VALUES (1, ?, ?)", [layout, epoch])
                return true
            }
            guard tables.contains("origin") else { return false }
            if try database.row("SELECT 1 FROM origin WHERE layout = '3'") != nil { try database.execute(sql: upgrade) }
            return try database.row("SELECT 1 FROM origin WHERE layout = ? AND epoch = ?", [layout, epoch]) != nil
        }
    }

    private static let tables = """
        CREATE TABLE origin (
            id INTEGER PRIMARY KEY CHECK (id = 1), layout TEXT NOT NULL, epoch TEXT NOT NULL) STRICT;
        CREATE TABLE snapshot (
            widgetID TEXT NOT NULL, language TEXT NOT NULL, content TEXT NOT NULL, stamp INTEGER NOT NULL,
            made INTEGER NOT NULL, staleReason TEXT, PRIMARY KEY (widgetID, language)) STRICT;
        CREATE TABLE ledger (
            number INTEGER PRIMARY KEY AUTOINCREMENT, widgetID TEXT NOT NULL, date INTEGER NOT NULL,
            trigger TEXT NOT NULL, outcome TEXT NOT NULL, milliseconds INTEGER NOT NULL, peakMemory INTEGER,
            message TEXT, language TEXT) STRICT;
        CREATE INDEX ledgerByWidget ON ledger (widgetID, number);
        CREATE TABLE backgroundRun (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, date INTEGER NOT NULL,
            reason TEXT NOT NULL, outcome TEXT NOT NULL, result TEXT, milliseconds REAL NOT NULL, peakMemory INTEGER,
            message TEXT) STRICT;
        CREATE INDEX backgroundRunByApp ON backgroundRun (appID, number);
        CREATE TABLE response (
            key TEXT NOT NULL PRIMARY KEY, status INTEGER NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL,
            fetched INTEGER NOT NULL, expires INTEGER, size INTEGER NOT NULL, used INTEGER NOT NULL) STRICT;
        CREATE INDEX responseByUse ON response (used, size);
        CREATE TABLE unseenUpdates (
            widgetID TEXT NOT NULL PRIMARY KEY, day TEXT NOT NULL, used INTEGER NOT NULL, last INTEGER) STRICT;
        CREATE TABLE screenUsage (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL) STRICT;
        """
}
