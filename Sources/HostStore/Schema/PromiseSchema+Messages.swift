extension PromiseSchema {
    /// Tables of the cloud that the host is linked to, of what came from there, and of what has to go there.
    ///
    /// None refers to `app`: an inbox is emptied by whoever removes its app, who tells of every message.
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

    /// The table of topics that the person changed and no list of the cloud has shown since.
    static let topicChangeTable = """
        CREATE TABLE topicChange (name TEXT NOT NULL PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
        CREATE INDEX topicChangeByRevision ON topicChange (revision);
        """
}
