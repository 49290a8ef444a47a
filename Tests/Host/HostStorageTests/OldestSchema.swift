/// What the first version of Today wrote, kept as it was.
enum OldestSchema {
    static let tables = """
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

        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('make the first tables');
        """

    static let data = """

        INSERT INTO epoch VALUES (1, 'theepoch');
        INSERT INTO reservation VALUES (1, 16777216);
        INSERT INTO defaults VALUES ('group.weather', 'place', '{"name":"Berlin"}', 5);
        INSERT INTO defaultsUsage VALUES ('group.weather', 1, 22);
        INSERT INTO app VALUES ('com.weather', 'Weather', '1.0', '/apps/Weather.app', '{"a":1}', 1800000000000);
        INSERT INTO app VALUES ('com.other', 'Other', '1.0', '/apps/Other.app', '{}', 1800000000000);
        INSERT INTO claim (kind, name, appID) VALUES ('group', 'group.weather', 'com.weather');
        INSERT INTO consent (kind, name, appID) VALUES ('group', 'group.weather', 'com.other');
        INSERT INTO allowedHost VALUES ('com.weather', 'localhost', 80);
        INSERT INTO screenWidget VALUES ('com.weather.widget', 'com.weather', 0, 1, 0);
        INSERT INTO tap (id, targetKind, targetID, payload, received, state)
            VALUES ('t1', 'widget', 'com.weather.widget', '{}', 1800000000000, 'pending');
        INSERT INTO tap (id, targetKind, targetID, payload, received, state, outcome, effects, finished)
            VALUES ('t2', 'app', 'com.weather', '{}', 1800000000000, 'done', 'null', 7, 1800000000001);
        INSERT INTO session VALUES ('hash', 1800000000000, 1800000000000);
        INSERT INTO setting VALUES ('port', '8080');
        """
}
