extension CloudSchema {
    /// The tables of records: containers, logins, databases, zones, records with their indexes, subscriptions,
    /// notifications.
    ///
    /// - A container whose `beganFor` is not empty was first used by a device of that person. Devices read the one with
    ///   an empty name in place of a container that does not exist.
    /// - A database is the private database of a person in a container and environment, or the public one, whose
    ///   `person` is empty. Its `change` numbers every change of a record or a zone; sync tokens and change tags are
    ///   these numbers.
    /// - A deleted record stays as a row without fields, so that devices that ask for changes learn of the deletion. A
    ///   deleted zone stays likewise; `recordZoneGarbage` names zones whose records are still to be removed.
    /// - `recordType` and `recordField` are the schema. Each database has its own, so one person's first use of a field
    ///   does not affect the records of others.
    /// - `recordFieldValue` is the index for queries: a row for each value of a field that can be compared. A list has
    ///   a row for each element. `value` has the type of the field, so that SQLite's order is the order of a query.
    /// - `recordReference` has the references that delete their record together with their target.
    static let recordTables = """
        CREATE TABLE recordContainer (
            number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, apiToken TEXT UNIQUE,
            beganFor TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
        CREATE TABLE recordKey (
            containerNumber INTEGER NOT NULL REFERENCES recordContainer (number) ON DELETE CASCADE,
            id TEXT NOT NULL, publicKey BLOB NOT NULL, created INTEGER NOT NULL,
            PRIMARY KEY (containerNumber, id)) STRICT, WITHOUT ROWID;
        CREATE TABLE recordLogin (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            containerNumber INTEGER NOT NULL REFERENCES recordContainer (number) ON DELETE CASCADE,
            person TEXT NOT NULL, secret BLOB NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL) STRICT;
        CREATE INDEX recordLoginByPerson ON recordLogin (person, containerNumber);
        CREATE INDEX recordLoginBySeen ON recordLogin (seen);
        CREATE TABLE recordUser (
            containerNumber INTEGER NOT NULL REFERENCES recordContainer (number) ON DELETE CASCADE,
            person TEXT NOT NULL, id TEXT NOT NULL UNIQUE,
            PRIMARY KEY (containerNumber, person)) STRICT, WITHOUT ROWID;

        CREATE TABLE recordDatabase (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            containerNumber INTEGER NOT NULL REFERENCES recordContainer (number) ON DELETE CASCADE,
            environment TEXT NOT NULL, person TEXT NOT NULL, change INTEGER NOT NULL,
            forgotten INTEGER NOT NULL DEFAULT 0, records INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
            UNIQUE (containerNumber, environment, person)) STRICT;
        CREATE TABLE recordZone (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            databaseNumber INTEGER NOT NULL REFERENCES recordDatabase (number) ON DELETE CASCADE,
            name TEXT NOT NULL, change INTEGER NOT NULL, forgotten INTEGER NOT NULL DEFAULT 0,
            records INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
            isDeleted INTEGER NOT NULL DEFAULT 0 CHECK (isDeleted IN (0, 1)), UNIQUE (databaseNumber, name)) STRICT;
        CREATE INDEX recordZoneByChange ON recordZone (databaseNumber, change);
        CREATE TABLE recordZoneGarbage (zoneNumber INTEGER PRIMARY KEY) STRICT;

        CREATE TABLE recordType (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            databaseNumber INTEGER NOT NULL REFERENCES recordDatabase (number) ON DELETE CASCADE,
            name TEXT NOT NULL, UNIQUE (databaseNumber, name)) STRICT;
        CREATE TABLE recordField (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            typeNumber INTEGER NOT NULL REFERENCES recordType (number) ON DELETE CASCADE,
            name TEXT NOT NULL, type TEXT NOT NULL, UNIQUE (typeNumber, name)) STRICT;
        CREATE TABLE recordAuthor (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            databaseNumber INTEGER NOT NULL REFERENCES recordDatabase (number) ON DELETE CASCADE,
            userID TEXT NOT NULL, deviceID TEXT NOT NULL, UNIQUE (databaseNumber, userID, deviceID)) STRICT;
        CREATE TABLE record (
            number INTEGER PRIMARY KEY AUTOINCREMENT, zoneNumber INTEGER NOT NULL, name TEXT NOT NULL,
            typeNumber INTEGER NOT NULL, change INTEGER NOT NULL, isDeleted INTEGER NOT NULL CHECK (isDeleted IN (0, 1)),
            fields TEXT NOT NULL, created INTEGER NOT NULL, createdBy INTEGER NOT NULL, modified INTEGER NOT NULL,
            modifiedBy INTEGER NOT NULL, UNIQUE (zoneNumber, name)) STRICT;
        CREATE INDEX recordByChange ON record (zoneNumber, change);
        CREATE INDEX recordByType ON record (zoneNumber, typeNumber, number) WHERE isDeleted = 0;
        CREATE INDEX recordByEnd ON record (modified) WHERE isDeleted = 1;
        CREATE TABLE recordFieldValue (
            zoneNumber INTEGER NOT NULL, fieldNumber INTEGER NOT NULL, value ANY NOT NULL,
            recordNumber INTEGER NOT NULL,
            PRIMARY KEY (zoneNumber, fieldNumber, value, recordNumber)) STRICT, WITHOUT ROWID;
        CREATE TABLE recordReference (
            zoneNumber INTEGER NOT NULL, target TEXT NOT NULL, recordNumber INTEGER NOT NULL,
            PRIMARY KEY (zoneNumber, target, recordNumber)) STRICT, WITHOUT ROWID;

        CREATE TABLE recordSubscription (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            databaseNumber INTEGER NOT NULL REFERENCES recordDatabase (number) ON DELETE CASCADE,
            person TEXT NOT NULL, id TEXT NOT NULL, typeName TEXT NOT NULL, content TEXT NOT NULL,
            UNIQUE (databaseNumber, person, id)) STRICT;
        CREATE INDEX recordSubscriptionByType ON recordSubscription (databaseNumber, typeName);
        CREATE TABLE courier (
            number INTEGER PRIMARY KEY AUTOINCREMENT, secretHash BLOB NOT NULL UNIQUE, token TEXT NOT NULL UNIQUE,
            loginNumber INTEGER NOT NULL REFERENCES recordLogin (number) ON DELETE CASCADE,
            containerNumber INTEGER NOT NULL, environment TEXT NOT NULL, person TEXT NOT NULL,
            created INTEGER NOT NULL) STRICT;
        CREATE INDEX courierByPerson ON courier (containerNumber, environment, person);
        CREATE INDEX courierByLogin ON courier (loginNumber);
        CREATE TABLE courierFrame (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            courierNumber INTEGER NOT NULL REFERENCES courier (number) ON DELETE CASCADE,
            body TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
        CREATE INDEX courierFrameByCourier ON courierFrame (courierNumber, number);
        CREATE INDEX courierFrameByEnd ON courierFrame (expires);
        """
}
