/// The tables of static lists and segments.
enum ListSchema {
    /// The statements that make them.
    ///
    /// The members of a list stand under the number of the upload that brought them, so that one statement exchanges
    /// them all. An upload whose `expires` is over is garbage, and so is one without it that no list refers to. Named
    /// users are kept by name, since they may come later.
    static let tables = """
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

    /// The statements that note whose each upload is; one from before that no list has belongs to nobody.
    ///
    /// The app is no foreign key: the members of an upload are found by its row, which must outlive the app.
    static let uploadOwners = """
        ALTER TABLE listUpload ADD COLUMN appNumber INTEGER;
        UPDATE listUpload SET appNumber = (SELECT appNumber FROM staticList WHERE uploadNumber = listUpload.number);
        CREATE INDEX listUploadByApp ON listUpload (appNumber);
        """
}
