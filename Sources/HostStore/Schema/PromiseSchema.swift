import FoundationEssentials
import GRDB
import StoreSupport

/// The tables of `promises.sqlite`, and how they came to be.
enum PromiseSchema {
    private static let pageSize = 4096

    /// Every step from an empty database to today's.
    ///
    /// Only ever append to it.
    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("make the first tables") { database in
            try database.execute(sql: firstTables)
        }
        migrator.registerMigration("make the tables of notifications") { database in
            try database.execute(sql: notificationTables)
        }
        migrator.registerMigration("make the tables of messages") { database in
            try database.execute(sql: messageTables)
        }
        migrator.registerMigration("make the table of changed topics") { database in
            try database.execute(sql: topicChangeTable)
        }
        return migrator
    }

    /// Opens the database with the settings that an acknowledgement rests on, and migrates it.
    static func open(path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "today.promises"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.writeWithoutTransaction { database in
            // Opening in WAL mode leaves NORMAL behind, whatever was set before.
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304")
            try setMaximumSize(PromiseStore.defaultMaximumSize, in: database)
        }
        try migrator.migrate(database, at: path, failingWith: StoreError.self)
        return database
    }

    /// Opens a database that ``open(path:)`` has opened once more, for reading beside its writer.
    static func openForReading(path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "today.promises.searches"
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    static func setMaximumSize(_ bytes: Int, in database: Database) throws {
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
    }

    /// Begins a run: reserves revisions for it.
    ///
    /// - Returns: The database's own name, and the revision from which this run counts on.
    static func begin(in database: Database) throws -> (epoch: String, revision: Int64) {
        let start: Int64
        if let row = try database.row("SELECT number FROM reservation") { start = row[0] } else { start = 0 }
        try reserve(upTo: start + RevisionCounter.blockSize, in: database)
        if let row = try database.row("SELECT name FROM epoch") { return (row[0], start) }
        let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
        try database.run("INSERT INTO epoch (id, name) VALUES (1, ?)", [epoch])
        return (epoch, start)
    }

    /// Reserves all revisions up to a number.
    static func reserve(upTo number: Int64, in database: Database) throws {
        try database.run(
            "INSERT INTO reservation (id, number) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET number = excluded.number",
            [number]
        )
    }

    private static let firstTables = """
        CREATE TABLE epoch (
            id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL) STRICT;
        CREATE TABLE reservation (
            id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;

        CREATE TABLE defaults (
            groupID TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, revision INTEGER NOT NULL,
            PRIMARY KEY (groupID, key)) STRICT;
        CREATE TABLE defaultsUsage (
            groupID TEXT NOT NULL PRIMARY KEY,
            keys INTEGER NOT NULL CHECK (keys >= 0), bytes INTEGER NOT NULL CHECK (bytes >= 0)) STRICT;

        CREATE TABLE app (
            id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, path TEXT NOT NULL,
            manifest TEXT NOT NULL, installed INTEGER NOT NULL) STRICT;
        CREATE TABLE claim (
            kind TEXT NOT NULL, name TEXT NOT NULL, appID TEXT NOT NULL,
            isActive INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
            PRIMARY KEY (kind, name)) STRICT;
        CREATE INDEX claimByApp ON claim (appID);
        CREATE TABLE consent (
            number INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL,
            appID TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            UNIQUE (kind, name, appID),
            FOREIGN KEY (kind, name) REFERENCES claim (kind, name) ON DELETE CASCADE) STRICT;
        CREATE INDEX consentByApp ON consent (appID);
        CREATE TABLE allowedHost (
            appID TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            host TEXT NOT NULL, port INTEGER NOT NULL CHECK (port BETWEEN 0 AND 65535),
            PRIMARY KEY (appID, host, port)) STRICT;

        CREATE TABLE screenWidget (
            widgetID TEXT NOT NULL PRIMARY KEY,
            appID TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            position INTEGER NOT NULL, isShown INTEGER NOT NULL CHECK (isShown IN (0, 1)),
            hasContent INTEGER NOT NULL CHECK (hasContent IN (0, 1))) STRICT;
        CREATE INDEX screenWidgetByApp ON screenWidget (appID);

        CREATE TABLE tap (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            targetKind TEXT NOT NULL, targetID TEXT NOT NULL, payload TEXT NOT NULL, received INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'failed')),
            outcome TEXT, effects INTEGER, finished INTEGER,
            CHECK ((state = 'pending') = (finished IS NULL))) STRICT;
        CREATE INDEX tapPending ON tap (number) WHERE state = 'pending';
        CREATE INDEX tapFinished ON tap (finished) WHERE finished IS NOT NULL;

        CREATE TABLE session (
            tokenHash TEXT NOT NULL PRIMARY KEY, created INTEGER NOT NULL, lastSeen INTEGER NOT NULL) STRICT;
        CREATE TABLE setting (
            key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
        """
}
