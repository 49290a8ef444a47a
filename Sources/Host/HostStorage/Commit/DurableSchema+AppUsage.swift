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
