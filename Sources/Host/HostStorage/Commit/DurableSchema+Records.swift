extension DurableSchema {
    /// The tables of records: changes to send, failures to deliver, subscriptions, and change tokens.
    ///
    /// None references `app`: queued changes outlive their app. Every change of a queue updates `recordUsage`, so that
    /// checking a limit needs no counting.
    static let recordTables = """
        CREATE TABLE recordChange (
            number INTEGER PRIMARY KEY AUTOINCREMENT, container TEXT NOT NULL, zone TEXT NOT NULL,
            appID TEXT NOT NULL, process TEXT NOT NULL, name TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('ifUnchanged', 'changedKeys', 'allKeys', 'delete')),
            record TEXT, tag TEXT, batch INTEGER, size INTEGER NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            CHECK ((kind = 'delete') = (record IS NULL))) STRICT;
        CREATE INDEX recordChangeByContainer ON recordChange (container, number);
        CREATE INDEX recordChangeByName ON recordChange (container, zone, name, number);
        CREATE TABLE recordUsage (
            container TEXT NOT NULL PRIMARY KEY,
            changes INTEGER NOT NULL CHECK (changes >= 0), bytes INTEGER NOT NULL CHECK (bytes >= 0)) STRICT;
        CREATE TABLE recordFailure (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, failure TEXT NOT NULL) STRICT;
        CREATE INDEX recordFailureByApp ON recordFailure (appID, number);
        CREATE TABLE recordToken (
            appID TEXT NOT NULL, container TEXT NOT NULL, zone TEXT NOT NULL, token TEXT NOT NULL,
            PRIMARY KEY (appID, container, zone)) STRICT;
        CREATE TABLE recordSubscription (
            appID TEXT NOT NULL, container TEXT NOT NULL, id TEXT NOT NULL,
            wanted TEXT, created TEXT, cloudID TEXT, error TEXT,
            PRIMARY KEY (appID, container, id),
            CHECK ((created IS NULL) = (cloudID IS NULL)), CHECK (wanted IS NOT NULL OR created IS NOT NULL)) STRICT;
        CREATE INDEX recordSubscriptionByContainer ON recordSubscription (container, appID, id);
        """
}

extension DurableSchema {
    /// Columns and indexes for the limits of each app: the bytes of its queued actions and of its records' failures,
    /// the number of remembered action ids, and indexes that find these and its queued changes.
    static let appUsage = """
        ALTER TABLE actionQueue ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0);
        UPDATE actionQueue SET bytes = (
            SELECT coalesce(sum(length(CAST(payload AS BLOB))), 0) FROM queuedAction
            WHERE queuedAction.appID = actionQueue.appID);
        ALTER TABLE actionQueue ADD COLUMN remembered INTEGER NOT NULL DEFAULT 0;
        UPDATE actionQueue SET remembered = (
            SELECT count(*) FROM processedAction WHERE processedAction.appID = actionQueue.appID);
        CREATE INDEX processedActionByApp ON processedAction (appID, number);

        ALTER TABLE recordFailure ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
        UPDATE recordFailure SET size = length(CAST(failure AS BLOB));
        DROP INDEX recordFailureByApp;
        CREATE INDEX recordFailureByApp ON recordFailure (appID, number, size);
        CREATE INDEX recordChangeByApp ON recordChange (appID, size);
        """
}
