extension PromiseSchema {
    /// Tables of what is scheduled, delivered and answered.
    ///
    /// None refers to `app`: the host's own apps are not installed and notify all the same. What changes an app's
    /// rows keeps `notificationUsage` right, so that no limit needs to count.
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
