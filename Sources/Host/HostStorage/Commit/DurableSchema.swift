import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport

/// The tables of `promises.sqlite` and their migrations.
enum DurableSchema {
    /// The migrations from an empty database to the current schema, to which new ones may only be appended.
    private static var migrations: [(name: String, sql: String)] {
        [
            ("make the first tables", firstTables),
            ("make the tables of notifications", notificationTables),
            ("make the tables of messages", messageTables),
            ("make the table of changed topics", topicChangeTable),
            ("make the table of complications", complicationTable),
            ("make the tables of queued actions", actionTables),
            ("make the tables of records", recordTables),
            ("make the table of scheduled wakes", scheduledWakeTable),
            ("count the bytes of an app", appUsage),
            (
                "tell what a push has brought",
                """
                ALTER TABLE inbox ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE pendingPush ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
                """
            ),
            ("make the table of answered pushes", AnsweredPushTable.schema),
            ("store the configuration of widgets", "ALTER TABLE screenWidget ADD COLUMN configuration TEXT"),
            ("make the table of revoked rights", revokedRightTable),
            ("choose how notifications appear", alertStyleColumns),
            ("store the sizes of widgets", "ALTER TABLE screenWidget ADD COLUMN family TEXT"),
            ("name the browsers of sessions", "ALTER TABLE session ADD COLUMN browser TEXT"),
            (
                "hold the deletion of messages",
                """
                ALTER TABLE message ADD COLUMN deleteAt INTEGER;
                CREATE INDEX messageByDeletion ON message (deleteAt) WHERE deleteAt IS NOT NULL;
                """
            ),
            ("store where apps were installed from", "ALTER TABLE app ADD COLUMN source TEXT"),
            ("make the tables of the audit log", AuditTable.schema),
            ("make the tables of the feeds of topics", topicFeedTables),
            ("make the table of signers of apps", AppSignerTable.schema),
            ("make the table of the keychain", KeychainOperation.schema),
            (
                "give devices names and rights",
                """
                ALTER TABLE session ADD COLUMN name TEXT;
                ALTER TABLE session ADD COLUMN rights TEXT NOT NULL DEFAULT 'change';
                """
            ),
            ("make the tables of pushes to browsers", BrowserPushOperation.schema),
            ("make the table of traces", TraceTable.schema),
            ("make the table of passkeys", PasskeyOperation.schema),
            ("remember how often devices are seen", DeviceContact.schema),
            ("count the bytes of everything that an app has", StoredBytes.schema),
        ]
    }

    /// Opens the database with the settings on which acknowledgements rely, and migrates it.
    static func open(path: String) throws -> DatabaseQueue {
        var configuration = Configuration.writer("today.promises")
        configuration.makeSmallPages()
        configuration.prepareDatabase { try FreePages.want(in: $0) }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try setMaximumSize(DurableStore.defaultMaximumSize, in: database)
        }
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
        }
        try migrator.migrate(database, at: path, failingWith: StoreError.self)
        try database.writeWithoutTransaction { database in
            try FreePages.prepare(database)
            try database.execute(sql: temporaryTables)
        }
        return database
    }

    /// Opens a second connection to the database, for reads concurrent with the writer.
    static func openForReading(path: String, label: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "today.promises.\(label)"
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    static func setMaximumSize(_ bytes: Int, in database: Database) throws {
        let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
    }

    /// Begins a run of the host by reserving revisions; returns the epoch and the revision where it continues.
    static func begin(in database: Database) throws -> (epoch: String, revision: Int64) {
        let start: Int64
        if let row = try database.row("SELECT number FROM reservation") { start = row[0] } else { start = 0 }
        try reserve(upTo: start + RevisionCounter.blockSize, in: database)
        if let row = try database.row("SELECT name FROM epoch") { return (row[0], start) }
        let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
        try database.run("INSERT INTO epoch (id, name) VALUES (1, ?)", [epoch])
        return (epoch, start)
    }

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

extension DurableSchema {
    /// The tables of pending and delivered notifications, responses and settings.
    ///
    /// None references `app`, because built-in apps have no row there. Every change of an app's rows updates
    /// `notificationUsage`, so that checking a limit needs no counting.
    static let notificationTables = """
        CREATE TABLE notificationUsage (
            appID TEXT NOT NULL PRIMARY KEY,
            pending INTEGER NOT NULL CHECK (pending >= 0), pendingBytes INTEGER NOT NULL CHECK (pendingBytes >= 0),
            delivered INTEGER NOT NULL CHECK (delivered >= 0), listed INTEGER NOT NULL CHECK (listed >= 0)) STRICT;

        CREATE TABLE pendingNotification (
            generation INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, identifier TEXT NOT NULL,
            request TEXT NOT NULL, actions TEXT, size INTEGER NOT NULL, due INTEGER NOT NULL,
            floats INTEGER NOT NULL CHECK (floats IN (0, 1)),
            UNIQUE (appID, identifier)) STRICT;
        CREATE INDEX pendingNotificationByDue ON pendingNotification (due);
        CREATE INDEX pendingNotificationByAppAndDue ON pendingNotification (appID, due);
        CREATE INDEX pendingNotificationFloating ON pendingNotification (appID, identifier) WHERE floats = 1;

        CREATE TABLE deliveredNotification (
            id INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, identifier TEXT NOT NULL,
            place INTEGER NOT NULL UNIQUE, request TEXT NOT NULL, actions TEXT, date INTEGER NOT NULL,
            due INTEGER NOT NULL, isLate INTEGER NOT NULL CHECK (isLate IN (0, 1)),
            isListed INTEGER NOT NULL CHECK (isListed IN (0, 1)), revision INTEGER NOT NULL,
            UNIQUE (appID, identifier)) STRICT;
        CREATE INDEX deliveredNotificationByApp ON deliveredNotification (appID, place);
        CREATE INDEX deliveredNotificationListed ON deliveredNotification (place) WHERE isListed = 1;

        CREATE TABLE notificationCategories (
            appID TEXT NOT NULL PRIMARY KEY, categories TEXT NOT NULL) STRICT;
        CREATE TABLE badge (
            appID TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999)) STRICT;
        CREATE TABLE notificationSettings (
            appID TEXT NOT NULL PRIMARY KEY,
            authorization TEXT NOT NULL CHECK (authorization IN ('notDetermined', 'denied', 'authorized')),
            wanted TEXT NOT NULL, allowed TEXT NOT NULL, answered TEXT NOT NULL, asked INTEGER NOT NULL) STRICT;

        CREATE TABLE notificationResponse (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, appID TEXT NOT NULL,
            identifier TEXT NOT NULL, deliveredID INTEGER NOT NULL, notification TEXT NOT NULL,
            action TEXT NOT NULL, text TEXT, date INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'acknowledged', 'failed')),
            acknowledged INTEGER, reason TEXT,
            CHECK ((state = 'acknowledged') = (acknowledged IS NOT NULL)),
            CHECK ((state = 'failed') = (reason IS NOT NULL))) STRICT;
        CREATE INDEX notificationResponsePending ON notificationResponse (number) WHERE state = 'pending';
        CREATE INDEX notificationResponseFailed ON notificationResponse (number) WHERE state = 'failed';
        CREATE INDEX notificationResponseUnfinished ON notificationResponse (appID) WHERE state <> 'acknowledged';
        CREATE INDEX notificationResponseFinished ON notificationResponse (acknowledged)
            WHERE acknowledged IS NOT NULL;
        CREATE INDEX notificationResponseFinishedByApp ON notificationResponse (appID, acknowledged)
            WHERE acknowledged IS NOT NULL;
        CREATE INDEX notificationResponseByNotification ON notificationResponse (appID, identifier, number);
        """
}

extension DurableSchema {
    /// The tables of the link to the cloud, of received pushes and messages, and of changes to send.
    ///
    /// None references `app`: removing an app must report every removed message, which a foreign key would not do.
    static let messageTables = """
        CREATE TABLE cloudLink (
            id INTEGER PRIMARY KEY CHECK (id = 1), url TEXT NOT NULL, deviceID TEXT NOT NULL,
            deviceToken TEXT NOT NULL, user TEXT NOT NULL, epoch TEXT NOT NULL,
            sequence INTEGER NOT NULL CHECK (sequence >= 0),
            isLocal INTEGER NOT NULL CHECK (isLocal IN (0, 1))) STRICT;
        CREATE TABLE cloudChannel (
            appID TEXT NOT NULL PRIMARY KEY, channelID TEXT NOT NULL, inboxUser TEXT NOT NULL,
            inboxPassword TEXT NOT NULL) STRICT;
        CREATE TABLE topic (name TEXT NOT NULL PRIMARY KEY) STRICT;

        CREATE TABLE inbox (
            appID TEXT NOT NULL PRIMARY KEY, lastModified TEXT, dirtySince INTEGER,
            messages INTEGER NOT NULL DEFAULT 0 CHECK (messages >= 0),
            unread INTEGER NOT NULL DEFAULT 0 CHECK (unread BETWEEN 0 AND messages),
            bodyBytes INTEGER NOT NULL DEFAULT 0 CHECK (bodyBytes >= 0)) STRICT;
        CREATE TABLE message (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, id TEXT NOT NULL,
            title TEXT NOT NULL, subtitle TEXT, folded TEXT NOT NULL, sent INTEGER NOT NULL, expires INTEGER,
            icon TEXT, contentType TEXT NOT NULL, bodyURL TEXT, extra TEXT NOT NULL,
            isRead INTEGER NOT NULL CHECK (isRead IN (0, 1)), notification TEXT,
            body TEXT NOT NULL CHECK (body IN ('missing', 'here', 'dropped')), bodySize INTEGER NOT NULL,
            attempts INTEGER NOT NULL, nextAttempt INTEGER NOT NULL, failure TEXT,
            UNIQUE (appID, id)) STRICT;
        CREATE INDEX messageByAppAndPlace ON message (appID, sent, number);
        CREATE INDEX messageByPlace ON message (sent, number);
        CREATE INDEX messageByID ON message (id);
        CREATE INDEX messageUnread ON message (appID) WHERE isRead = 0;
        CREATE INDEX messageByExpiry ON message (expires) WHERE expires IS NOT NULL;
        CREATE INDEX messageWithoutBody ON message (appID, nextAttempt, number DESC) WHERE body = 'missing';
        CREATE INDEX messageAttempt ON message (nextAttempt) WHERE body = 'missing';
        CREATE INDEX messageByNotification ON message (appID, notification) WHERE notification IS NOT NULL;
        CREATE TABLE messageText (
            number INTEGER PRIMARY KEY REFERENCES message (number) ON DELETE CASCADE, text TEXT NOT NULL) STRICT;
        CREATE TABLE messageChange (
            generation INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, messageID TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('read', 'unread', 'delete')), synced INTEGER,
            UNIQUE (appID, messageID)) STRICT;
        CREATE INDEX messageChangeUnsynced ON messageChange (appID, generation) WHERE synced IS NULL;
        CREATE TABLE heldNotification (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, messageID TEXT NOT NULL,
            request TEXT NOT NULL, actions TEXT, sent INTEGER NOT NULL, expires INTEGER NOT NULL,
            revision INTEGER NOT NULL, UNIQUE (appID, messageID)) STRICT;
        CREATE INDEX heldNotificationByExpiry ON heldNotification (expires);

        CREATE TABLE takenPush (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, pushID TEXT NOT NULL,
            date INTEGER NOT NULL, UNIQUE (appID, pushID)) STRICT;
        CREATE INDEX takenPushByDate ON takenPush (date);
        CREATE TABLE pendingPush (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, pushID TEXT NOT NULL,
            push TEXT NOT NULL, UNIQUE (appID, pushID)) STRICT;
        CREATE INDEX pendingPushByApp ON pendingPush (appID, number);
        """

    static let topicChangeTable = """
        CREATE TABLE topicChange (name TEXT NOT NULL PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
        CREATE INDEX topicChangeByRevision ON topicChange (revision);
        """

    static let topicFeedTables = """
        CREATE TABLE topicMessage (
            number INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, sequence TEXT NOT NULL,
            sent INTEGER NOT NULL, message TEXT NOT NULL, UNIQUE (topic, sequence)) STRICT;
        CREATE INDEX topicMessageByTopic ON topicMessage (topic, number);
        CREATE TABLE mutedTopic (name TEXT NOT NULL PRIMARY KEY) STRICT;
        """

    /// Columns for the alert style of an app's notifications and of each delivered notification.
    static let alertStyleColumns = """
        ALTER TABLE notificationSettings ADD COLUMN alertStyle TEXT NOT NULL DEFAULT 'banner'
            CHECK (alertStyle IN ('none', 'banner', 'alert'));
        ALTER TABLE notificationSettings ADD COLUMN isQuiet INTEGER NOT NULL DEFAULT 0 CHECK (isQuiet IN (0, 1));
        ALTER TABLE deliveredNotification ADD COLUMN alertStyle TEXT NOT NULL DEFAULT 'banner'
            CHECK (alertStyle IN ('none', 'banner', 'alert'));
        CREATE INDEX deliveredNotificationAlert ON deliveredNotification (place) WHERE alertStyle = 'alert';
        """

    /// The table of complications, with a row for each app that has one.
    ///
    /// It does not reference `app`: removing an app must report that its complication is removed.
    static let complicationTable = """
        CREATE TABLE complication (appID TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
        """

    /// The tables of queued actions, of remembered action ids, and of the state of apps' queues.
    ///
    /// `actionQueue.actions` counts the app's rows in `queuedAction`, so that checking the limit needs no counting.
    static let actionTables = """
        CREATE TABLE queuedAction (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, groupID TEXT NOT NULL, id TEXT NOT NULL,
            payload TEXT NOT NULL, enqueued INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'failed')),
            attempts INTEGER NOT NULL CHECK (attempts >= 0), nextAttempt INTEGER, error TEXT,
            UNIQUE (appID, groupID, id)) STRICT;
        CREATE INDEX queuedActionWaiting ON queuedAction (appID, groupID, number) WHERE state = 'waiting';
        CREATE TABLE processedAction (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, groupID TEXT NOT NULL, id TEXT NOT NULL,
            date INTEGER NOT NULL, UNIQUE (appID, groupID, id)) STRICT;
        CREATE INDEX processedActionByDate ON processedAction (date);
        CREATE TABLE actionQueue (
            appID TEXT NOT NULL PRIMARY KEY, actions INTEGER NOT NULL CHECK (actions >= 0),
            lastProcessed INTEGER, lastRun INTEGER,
            isRequested INTEGER NOT NULL CHECK (isRequested IN (0, 1))) STRICT;
        """

    /// The table of the actions being delivered; it is in memory and ends with the connection.
    private static let temporaryTables = """
        PRAGMA temp_store = MEMORY;
        CREATE TEMP TABLE actionInFlight (number INTEGER PRIMARY KEY);
        """
}
