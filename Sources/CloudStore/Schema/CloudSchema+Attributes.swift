extension CloudSchema {
    /// The tables of attributes: a value is a text, a number or a date, and a text that writes a number is both.
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
}
