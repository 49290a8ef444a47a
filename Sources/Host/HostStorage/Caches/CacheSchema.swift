import GRDB
import SQLiteSupport

/// The tables of `caches.sqlite`.
///
/// They need no migrations: a file with another layout, or made for other promises, is thrown away.
enum CacheSchema {
    /// Names the layout; change it with the tables.
    private static let layout = "1"

    /// Opens the file if it is sound and belongs to these promises.
    ///
    /// - Returns: `nil` if it must be made anew.
    static func open(path: String, epoch: String) throws -> DatabaseQueue? {
        var configuration = Configuration()
        configuration.label = "today.caches"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        let isUsable = try database.write { database in
            try database.execute(sql: "PRAGMA journal_size_limit = 4194304")
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
            if tables.isEmpty {
                try database.execute(sql: Self.tables)
                try database.run("INSERT INTO origin (id, layout, epoch) VALUES (1, ?, ?)", [layout, epoch])
                return true
            }
            guard tables.contains("origin") else { return false }
            return try database.row("SELECT 1 FROM origin WHERE layout = ? AND epoch = ?", [layout, epoch]) != nil
        }
        if isUsable { return database }
        try database.close()
        return nil
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
            message TEXT) STRICT;
        CREATE INDEX ledgerByWidget ON ledger (widgetID, number);
        CREATE TABLE response (
            key TEXT NOT NULL PRIMARY KEY, status INTEGER NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL,
            fetched INTEGER NOT NULL, expires INTEGER, size INTEGER NOT NULL, used INTEGER NOT NULL) STRICT;
        CREATE INDEX responseByUse ON response (used, size);
        """
}
