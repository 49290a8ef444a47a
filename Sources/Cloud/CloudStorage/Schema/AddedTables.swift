extension CloudSchema {
    /// The tables of attributes: texts, numbers and dates; a text that contains a number is stored as both.
    static let attributeTables = """
        CREATE TABLE channelAttribute (
            appNumber INTEGER NOT NULL, key TEXT NOT NULL,
            channelNumber INTEGER NOT NULL REFERENCES channel (number) ON DELETE CASCADE,
            text TEXT, number REAL, date INTEGER, modified INTEGER NOT NULL,
            PRIMARY KEY (appNumber, key, channelNumber)) STRICT, WITHOUT ROWID;
        CREATE INDEX channelAttributeByChannel ON channelAttribute (channelNumber);
        CREATE INDEX channelAttributeByText ON channelAttribute (appNumber, key, text, channelNumber)
            WHERE text IS NOT NULL;
        CREATE INDEX channelAttributeByNumber ON channelAttribute (appNumber, key, number, channelNumber)
            WHERE number IS NOT NULL;
        CREATE INDEX channelAttributeByDate ON channelAttribute (appNumber, key, date, channelNumber)
            WHERE date IS NOT NULL;
        CREATE TABLE namedUserAttribute (
            appNumber INTEGER NOT NULL, key TEXT NOT NULL,
            namedUserNumber INTEGER NOT NULL REFERENCES namedUser (number) ON DELETE CASCADE,
            text TEXT, number REAL, date INTEGER, modified INTEGER NOT NULL,
            PRIMARY KEY (appNumber, key, namedUserNumber)) STRICT, WITHOUT ROWID;
        CREATE INDEX namedUserAttributeByUser ON namedUserAttribute (namedUserNumber);
        CREATE INDEX namedUserAttributeByText ON namedUserAttribute (appNumber, key, text, namedUserNumber)
            WHERE text IS NOT NULL;
        CREATE INDEX namedUserAttributeByNumber ON namedUserAttribute (appNumber, key, number, namedUserNumber)
            WHERE number IS NOT NULL;
        CREATE INDEX namedUserAttributeByDate ON namedUserAttribute (appNumber, key, date, namedUserNumber)
            WHERE date IS NOT NULL;
        """

    /// The tables of static lists and segments.
    ///
    /// The members of a list are stored under the number of their upload, so that one statement replaces them all. An
    /// upload is garbage if its `expires` has passed, or if it has none and no list refers to it. Named users are
    /// stored by name, since they may be added later.
    static let listTables = """
        CREATE TABLE listUpload (
            number INTEGER PRIMARY KEY AUTOINCREMENT, users INTEGER NOT NULL, expires INTEGER) STRICT;
        CREATE TABLE staticList (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            name TEXT NOT NULL, description TEXT, extra TEXT, created INTEGER NOT NULL, updated INTEGER NOT NULL,
            channels INTEGER NOT NULL, uploadNumber INTEGER REFERENCES listUpload (number),
            UNIQUE (appNumber, name)) STRICT;
        CREATE INDEX staticListByUpload ON staticList (uploadNumber);
        CREATE TABLE listChannel (
            uploadNumber INTEGER NOT NULL, channelNumber INTEGER NOT NULL,
            PRIMARY KEY (uploadNumber, channelNumber)) STRICT, WITHOUT ROWID;
        CREATE TABLE listUser (
            uploadNumber INTEGER NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (uploadNumber, name)) STRICT, WITHOUT ROWID;

        CREATE TABLE segment (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            name TEXT NOT NULL, definition TEXT NOT NULL, criteria TEXT NOT NULL,
            created INTEGER NOT NULL, modified INTEGER NOT NULL) STRICT;
        CREATE INDEX segmentByApp ON segment (appNumber);
        """

    /// The statements that record the app of each upload; an older upload that no list uses belongs to no app.
    ///
    /// The app is not a foreign key: the members of an upload are found through its row, which must outlive the app.
    static let uploadOwners = """
        ALTER TABLE listUpload ADD COLUMN appNumber INTEGER;
        UPDATE listUpload SET appNumber = (SELECT appNumber FROM staticList WHERE uploadNumber = listUpload.number);
        CREATE INDEX listUploadByApp ON listUpload (appNumber);
        """

    /// The columns and indexes that find messages and inboxes without references without a full scan; existing rows are
    /// checked thirty days after they were added.
    ///
    /// `nextLook` is the time of the next check of an inbox or, in `push`, of the push's message. `entries` counts the
    /// messages of an inbox.
    static let orphanColumns = """
        ALTER TABLE push ADD COLUMN nextLook INTEGER;
        UPDATE push SET nextLook = created + 2592000000 WHERE messageNumber IS NOT NULL;
        CREATE INDEX pushByLook ON push (nextLook) WHERE messageNumber IS NOT NULL;
        ALTER TABLE inbox ADD COLUMN nextLook INTEGER;
        ALTER TABLE inbox ADD COLUMN looseSince INTEGER;
        ALTER TABLE inbox ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
        UPDATE inbox SET nextLook = created + 2592000000,
            entries = (SELECT COUNT(*) FROM inboxEntry WHERE inboxEntry.inboxNumber = inbox.number);
        CREATE INDEX inboxByLook ON inbox (nextLook) WHERE namedUserNumber IS NULL;
        """

    /// The tables of pushes to iPhones and iPads.
    ///
    /// `retry` is the time before which nothing is sent for an app, after APNs has refused its account or could not be
    /// reached. `badge` of a channel is the last known number on its app's icon; `badge` of a delivery is `NULL` if the
    /// notification does not change the number.
    static let apnsTables = """
        CREATE TABLE apnsAccount (
            appNumber INTEGER PRIMARY KEY REFERENCES app (number) ON DELETE CASCADE,
            privateKey TEXT NOT NULL, keyID TEXT NOT NULL, teamID TEXT NOT NULL, topic TEXT NOT NULL,
            host TEXT NOT NULL, port INTEGER NOT NULL, authorities TEXT, version INTEGER NOT NULL,
            failure TEXT, retry INTEGER NOT NULL) STRICT;
        ALTER TABLE channel ADD COLUMN disabled TEXT;
        ALTER TABLE channel ADD COLUMN badge INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE apnsNotification (
            pushNumber INTEGER PRIMARY KEY REFERENCES push (number) ON DELETE CASCADE,
            body TEXT NOT NULL, isSilent INTEGER NOT NULL CHECK (isSilent IN (0, 1)),
            badge INTEGER, badgeStep INTEGER, expires INTEGER NOT NULL) STRICT;
        CREATE TABLE apnsDelivery (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            pushNumber INTEGER NOT NULL REFERENCES apnsNotification (pushNumber) ON DELETE CASCADE,
            appNumber INTEGER NOT NULL,
            channelNumber INTEGER NOT NULL REFERENCES channel (number) ON DELETE CASCADE,
            badge INTEGER, attempts INTEGER NOT NULL, next INTEGER NOT NULL) STRICT;
        CREATE INDEX apnsDeliveryByNext ON apnsDelivery (appNumber, next);
        CREATE INDEX apnsDeliveryByPush ON apnsDelivery (pushNumber);
        CREATE INDEX apnsDeliveryByChannel ON apnsDelivery (channelNumber);
        """

    /// The tables of pushes to channels that are not hosts, through APNs and through webhooks; the queue of
    /// ``apnsTables`` then serves both.
    ///
    /// A notification is the content of a push for all channels of a type. `allowsLoopback` is true if the server of a
    /// webhook may be on this machine. An attempt outlives its channel, so it stores the channel's id.
    static let outboxTables = """
        CREATE TABLE webhook (
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            type TEXT NOT NULL CHECK (type LIKE 'open::%'), url TEXT NOT NULL, secret TEXT NOT NULL, authorities TEXT,
            allowsLoopback INTEGER NOT NULL CHECK (allowsLoopback IN (0, 1)), version INTEGER NOT NULL,
            failure TEXT, retry INTEGER NOT NULL, PRIMARY KEY (appNumber, type)) STRICT, WITHOUT ROWID;
        CREATE TABLE outboxNotification (
            pushNumber INTEGER NOT NULL REFERENCES push (number) ON DELETE CASCADE, type TEXT NOT NULL,
            body TEXT NOT NULL, isSilent INTEGER NOT NULL CHECK (isSilent IN (0, 1)),
            badge INTEGER, badgeStep INTEGER, expires INTEGER NOT NULL,
            PRIMARY KEY (pushNumber, type)) STRICT;
        CREATE TABLE outboxDelivery (
            number INTEGER PRIMARY KEY AUTOINCREMENT, pushNumber INTEGER NOT NULL, type TEXT NOT NULL,
            appNumber INTEGER NOT NULL,
            channelNumber INTEGER NOT NULL REFERENCES channel (number) ON DELETE CASCADE,
            badge INTEGER, attempts INTEGER NOT NULL, next INTEGER NOT NULL,
            FOREIGN KEY (pushNumber, type) REFERENCES outboxNotification (pushNumber, type) ON DELETE CASCADE) STRICT;
        INSERT INTO outboxNotification SELECT pushNumber, 'ios', body, isSilent, badge, badgeStep, expires
            FROM apnsNotification;
        INSERT INTO outboxDelivery SELECT number, pushNumber, 'ios', appNumber, channelNumber, badge, attempts, next
            FROM apnsDelivery;
        DROP TABLE apnsDelivery;
        DROP TABLE apnsNotification;
        CREATE INDEX outboxDeliveryByNext ON outboxDelivery (appNumber, type, next);
        CREATE INDEX outboxDeliveryByPush ON outboxDelivery (pushNumber, type);
        CREATE INDEX outboxDeliveryByChannel ON outboxDelivery (channelNumber);
        CREATE TABLE outboxAttempt (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            pushNumber INTEGER NOT NULL REFERENCES push (number) ON DELETE CASCADE,
            channel TEXT NOT NULL, type TEXT NOT NULL, date INTEGER NOT NULL, outcome TEXT NOT NULL, reason TEXT) STRICT;
        CREATE INDEX outboxAttemptByPush ON outboxAttempt (pushNumber);
        """

    /// The counts for push reports: a row for each type of channels, and one with the type `message` for inboxes.
    static let pushCountTables = """
        CREATE TABLE pushCount (
            pushNumber INTEGER NOT NULL REFERENCES push (number) ON DELETE CASCADE, type TEXT NOT NULL,
            sends INTEGER NOT NULL, responses INTEGER NOT NULL, deletions INTEGER NOT NULL,
            PRIMARY KEY (pushNumber, type)) STRICT, WITHOUT ROWID;
        """
}
