import SQLStore

enum CloudSchema {
    /// The migrations from the first tables to the current schema; a new database gets another epoch each time.
    static var migrations: [SQLMigration] {
        [
            SQLMigration(
                "make the first tables",
                """
                \(firstTables)
                INSERT INTO counter (id, epoch, sequence) VALUES (1, '\(newEpoch())', 0);
                """
            ),
            SQLMigration("make the tables of topics", topicTables),
            SQLMigration("make the tables of attributes", attributeTables),
            SQLMigration("make the tables of lists", listTables),
            SQLMigration("tell whose uploads are", uploadOwners),
            SQLMigration(
                "find waiting pushes by app",
                """
                DROP INDEX pushPending;
                CREATE INDEX pushPendingByApp ON push (appNumber, number) WHERE place IS NOT NULL;
                """
            ),
            SQLMigration(
                "keep the tokens of channels that are gone",
                goneChannels,
                sqlite: goneChannelTrigger,
                postgreSQL: goneChannelTriggerOfPostgreSQL
            ),
            SQLMigration("find messages and inboxes that nobody has", orphanColumns),
            SQLMigration(
                "tell of messages that were taken back",
                "ALTER TABLE message ADD COLUMN isWithdrawn INTEGER NOT NULL DEFAULT 0"
            ),
            SQLMigration("make the tables of records", recordTables),
            SQLMigration("make the tables of APNs", apnsTables),
            SQLMigration("make the outbox of APNs that of webhooks too", outboxTables),
            SQLMigration("count what became of pushes", pushCountTables),
            SQLMigration(
                "count how often an account was refused",
                """
                ALTER TABLE apnsAccount ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE webhook ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
                """
            ),
            SQLMigration(
                "number the events of each device",
                """
                CREATE TABLE deviceSequence (
                    deviceNumber INTEGER PRIMARY KEY REFERENCES device (number) ON DELETE CASCADE,
                    sequence INTEGER NOT NULL) STRICT;
                INSERT INTO deviceSequence SELECT device.number, counter.sequence FROM device, counter;
                """
            ),
            SQLMigration(
                "make the tables of several nodes",
                """
                CREATE TABLE lease (
                    name TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
                CREATE TABLE topicFilePart (
                    id TEXT NOT NULL REFERENCES topicFile (id) ON DELETE CASCADE, part INTEGER NOT NULL,
                    bytes BLOB NOT NULL, PRIMARY KEY (id, part)) STRICT;
                """
            ),
            SQLMigration(
                "share limits and messages that are not kept",
                """
                CREATE TABLE allowance (name TEXT NOT NULL PRIMARY KEY, regained INTEGER NOT NULL) STRICT;
                ALTER TABLE topicMessage ADD COLUMN isKept INTEGER NOT NULL DEFAULT 1;
                """
            ),
            SQLMigration(
                "tell when contents of events were made",
                "ALTER TABLE content ADD COLUMN created INTEGER"
            ),
            // The lock on the device's row of `deviceSequence`, which is removed with it, says the same for all events of
            // a write at once; a foreign key looks for the device of each.
            SQLMigration(
                "add events without looking for their devices",
                "",
                postgreSQL: "ALTER TABLE event DROP CONSTRAINT event_devicenumber_fkey"
            ),
        ]
    }

    private static func newEpoch() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

    private static let firstTables = """
        CREATE TABLE counter (
            id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, sequence INTEGER NOT NULL) STRICT;

        CREATE TABLE app (
            number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE,
            secret TEXT NOT NULL, masterHash BLOB NOT NULL, created INTEGER NOT NULL) STRICT;

        CREATE TABLE person (
            number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, created INTEGER NOT NULL) STRICT;
        CREATE TABLE joinToken (
            hash BLOB NOT NULL PRIMARY KEY,
            personNumber INTEGER NOT NULL REFERENCES person (number) ON DELETE CASCADE,
            expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX joinTokenByPerson ON joinToken (personNumber);
        CREATE TABLE device (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            personNumber INTEGER NOT NULL REFERENCES person (number) ON DELETE CASCADE,
            name TEXT NOT NULL, tokenHash BLOB NOT NULL UNIQUE,
            created INTEGER NOT NULL, seen INTEGER NOT NULL) STRICT;
        CREATE INDEX deviceByPerson ON device (personNumber);

        CREATE TABLE namedUser (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            name TEXT NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL,
            UNIQUE (appNumber, name)) STRICT;
        CREATE TABLE namedUserTag (
            appNumber INTEGER NOT NULL, tagGroup TEXT NOT NULL, tag TEXT NOT NULL,
            namedUserNumber INTEGER NOT NULL REFERENCES namedUser (number) ON DELETE CASCADE,
            PRIMARY KEY (appNumber, tagGroup, tag, namedUserNumber)) STRICT, WITHOUT ROWID;
        CREATE INDEX namedUserTagByUser ON namedUserTag (namedUserNumber);

        CREATE TABLE inbox (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            namedUserNumber INTEGER UNIQUE REFERENCES namedUser (number) ON DELETE CASCADE,
            created INTEGER NOT NULL, modified INTEGER NOT NULL) STRICT;
        CREATE INDEX inboxByApp ON inbox (appNumber);

        CREATE TABLE channel (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            type TEXT NOT NULL, address TEXT, optIn INTEGER NOT NULL CHECK (optIn IN (0, 1)),
            background INTEGER NOT NULL CHECK (background IN (0, 1)), zone TEXT, properties TEXT NOT NULL,
            namedUserNumber INTEGER REFERENCES namedUser (number) ON DELETE SET NULL,
            inboxNumber INTEGER REFERENCES inbox (number) ON DELETE SET NULL,
            deviceNumber INTEGER REFERENCES device (number) ON DELETE CASCADE,
            created INTEGER NOT NULL, registered INTEGER NOT NULL) STRICT;
        CREATE INDEX channelByApp ON channel (appNumber);
        CREATE INDEX channelByZone ON channel (appNumber, zone);
        CREATE INDEX channelByNamedUser ON channel (namedUserNumber) WHERE namedUserNumber IS NOT NULL;
        CREATE INDEX channelByInbox ON channel (inboxNumber) WHERE inboxNumber IS NOT NULL;
        CREATE UNIQUE INDEX channelByDevice ON channel (deviceNumber, appNumber) WHERE deviceNumber IS NOT NULL;
        CREATE UNIQUE INDEX channelByOpenAddress ON channel (appNumber, type, address) WHERE type LIKE 'open::%';
        CREATE TABLE channelTag (
            appNumber INTEGER NOT NULL, tagGroup TEXT NOT NULL, tag TEXT NOT NULL,
            channelNumber INTEGER NOT NULL REFERENCES channel (number) ON DELETE CASCADE,
            PRIMARY KEY (appNumber, tagGroup, tag, channelNumber)) STRICT, WITHOUT ROWID;
        CREATE INDEX channelTagByChannel ON channelTag (channelNumber);

        CREATE TABLE credential (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            inboxNumber INTEGER NOT NULL REFERENCES inbox (number) ON DELETE CASCADE,
            channelNumber INTEGER REFERENCES channel (number) ON DELETE CASCADE,
            hash BLOB NOT NULL) STRICT;
        CREATE INDEX credentialByInbox ON credential (inboxNumber);
        CREATE UNIQUE INDEX credentialByChannel ON credential (channelNumber) WHERE channelNumber IS NOT NULL;

        CREATE TABLE channelToken (
            hash BLOB NOT NULL PRIMARY KEY,
            channelNumber INTEGER NOT NULL REFERENCES channel (number) ON DELETE CASCADE,
            expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX channelTokenByChannel ON channelToken (channelNumber);
        CREATE INDEX channelTokenByEnd ON channelToken (expires);
        CREATE TABLE usedNonce (
            appNumber INTEGER NOT NULL, nonce TEXT NOT NULL, expires INTEGER NOT NULL,
            PRIMARY KEY (appNumber, nonce)) STRICT, WITHOUT ROWID;
        CREATE INDEX usedNonceByEnd ON usedNonce (expires);

        CREATE TABLE message (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            title TEXT NOT NULL, contentType TEXT NOT NULL, sent INTEGER NOT NULL, expires INTEGER,
            extra TEXT, icons TEXT) STRICT;
        CREATE INDEX messageByEnd ON message (expires) WHERE expires IS NOT NULL;
        CREATE TABLE messageBody (
            messageNumber INTEGER PRIMARY KEY REFERENCES message (number) ON DELETE CASCADE,
            body BLOB NOT NULL) STRICT;
        CREATE TABLE inboxEntry (
            inboxNumber INTEGER NOT NULL REFERENCES inbox (number) ON DELETE CASCADE,
            messageNumber INTEGER NOT NULL REFERENCES message (number) ON DELETE CASCADE,
            isUnread INTEGER NOT NULL CHECK (isUnread IN (0, 1)),
            PRIMARY KEY (inboxNumber, messageNumber)) STRICT, WITHOUT ROWID;
        CREATE INDEX inboxEntryByMessage ON inboxEntry (messageNumber);

        CREATE TABLE content (
            number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, body TEXT NOT NULL,
            expires INTEGER NOT NULL, waiting INTEGER NOT NULL,
            isOpen INTEGER NOT NULL CHECK (isOpen IN (0, 1))) STRICT;
        CREATE INDEX contentByEnd ON content (expires);
        CREATE TABLE event (
            deviceNumber INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
            sequence INTEGER NOT NULL, contentNumber INTEGER NOT NULL, mergeKey TEXT,
            PRIMARY KEY (deviceNumber, sequence)) STRICT, WITHOUT ROWID;

        CREATE TABLE push (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            created INTEGER NOT NULL, place INTEGER, selection TEXT, contentNumber INTEGER,
            messageNumber INTEGER REFERENCES message (number) ON DELETE SET NULL,
            CHECK ((place IS NULL) = (selection IS NULL))) STRICT;
        CREATE INDEX pushPending ON push (number) WHERE place IS NOT NULL;
        CREATE INDEX pushFinished ON push (created) WHERE place IS NULL AND messageNumber IS NULL;
        CREATE INDEX pushByMessage ON push (messageNumber) WHERE messageNumber IS NOT NULL;

        CREATE TABLE schedule (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            appNumber INTEGER NOT NULL REFERENCES app (number) ON DELETE CASCADE,
            definition TEXT NOT NULL, work TEXT NOT NULL, next INTEGER,
            isPaused INTEGER NOT NULL CHECK (isPaused IN (0, 1)), version INTEGER NOT NULL) STRICT;
        CREATE INDEX scheduleByApp ON schedule (appNumber);
        CREATE INDEX scheduleDue ON schedule (next) WHERE next IS NOT NULL AND isPaused = 0;
        """

    /// Tokens outlive their channels, so that the device of a removed channel learns that it needs a new one.
    private static let goneChannels = """
        CREATE TABLE goneChannelToken (
            hash BLOB NOT NULL PRIMARY KEY, channelID TEXT NOT NULL, expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX goneChannelTokenByEnd ON goneChannelToken (expires);
        """

    private static let goneChannelTrigger = """

        CREATE TRIGGER keepTokensOfChannel BEFORE DELETE ON channel
        BEGIN
            INSERT INTO goneChannelToken (hash, channelID, expires)
            SELECT hash, OLD.id, expires FROM channelToken WHERE channelNumber = OLD.number;
        END;
        """

    private static let goneChannelTriggerOfPostgreSQL = """

        CREATE FUNCTION keepTokensOfChannel() RETURNS TRIGGER LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO goneChannelToken (hash, channelID, expires)
            SELECT hash, OLD.id, expires FROM channelToken WHERE channelNumber = OLD.number;
            RETURN OLD;
        END $$;
        CREATE TRIGGER keepTokensOfChannel BEFORE DELETE ON channel
            FOR EACH ROW EXECUTE FUNCTION keepTokensOfChannel();
        """

    private static let topicTables = """
        CREATE TABLE topic (
            name TEXT NOT NULL PRIMARY KEY, messages INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE topicMessage (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, topic TEXT NOT NULL,
            sequenceID TEXT NOT NULL, time INTEGER NOT NULL, expires INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
        CREATE INDEX topicMessageByTopic ON topicMessage (topic, number);
        CREATE INDEX topicMessageByEnd ON topicMessage (expires);
        CREATE TABLE topicScheduled (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, topic TEXT NOT NULL,
            sequenceID TEXT NOT NULL, time INTEGER NOT NULL, expires INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
        CREATE INDEX topicScheduledByTopic ON topicScheduled (topic, sequenceID);
        CREATE INDEX topicScheduledByTime ON topicScheduled (time);

        CREATE TABLE topicSubscription (
            topic TEXT NOT NULL,
            personNumber INTEGER NOT NULL REFERENCES person (number) ON DELETE CASCADE,
            PRIMARY KEY (topic, personNumber)) STRICT, WITHOUT ROWID;
        CREATE INDEX topicSubscriptionByPerson ON topicSubscription (personNumber);
        CREATE TABLE topicRule (
            name TEXT NOT NULL, pattern TEXT NOT NULL, rights TEXT NOT NULL,
            PRIMARY KEY (name, pattern)) STRICT, WITHOUT ROWID;
        CREATE TABLE topicToken (
            hash BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, label TEXT NOT NULL,
            created INTEGER NOT NULL, expires INTEGER) STRICT, WITHOUT ROWID;
        CREATE INDEX topicTokenByName ON topicToken (name);

        CREATE TABLE topicFile (
            id TEXT NOT NULL PRIMARY KEY, sender TEXT NOT NULL, type TEXT NOT NULL, size INTEGER NOT NULL,
            expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX topicFileByEnd ON topicFile (expires);
        """
}
