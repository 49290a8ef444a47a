import SQLStore
import SQLiteSupport

/// A record type of a database, with the fields that were used so far.
struct RecordTypeSchema {
    struct Field {
        let number: Int64
        let type: CloudFieldType
    }

    let number: Int64
    let name: String
    private(set) var fields: [String: Field]

    /// Reads the schema of a type; `nil` if the type was never used.
    init?(_ name: String, of database: CloudRecordDatabase, in connection: any SQLConnection) throws {
        let known: Int64? = try connection.value(
            "SELECT number FROM recordType WHERE databaseNumber = ? AND name = ?",
            [database.number, name]
        )
        guard let known else { return nil }
        number = known
        self.name = name
        fields = [:]
        for row in try connection.rows("SELECT * FROM recordField WHERE typeNumber = ?", [number]) {
            guard let type = CloudFieldType(rawValue: row["type"]) else { continue }
            fields[row["name"]] = Field(number: row["number"], type: type)
        }
    }

    /// Adds a type on its first use; a failure if the database has ``CloudRecordLimits/types``.
    init(adding name: String, to database: CloudRecordDatabase, in connection: any SQLConnection) throws {
        let limit = CloudRecordLimits.types
        guard try connection.count("recordType WHERE databaseNumber = ?", [database.number]) < limit else {
            throw CloudRecordFailure(.quotaExceeded, "The database has \(limit) record types already.")
        }
        number = try connection.insert(
            "INSERT INTO recordType (databaseNumber, name) VALUES (?, ?)",
            [database.number, name]
        )
        self.name = name
        fields = [:]
    }

    mutating func add(_ values: [String: CloudFieldValue], in connection: any SQLConnection) throws {
        for (name, value) in values where fields[name] == nil {
            let number = try connection.insert(
                "INSERT INTO recordField (typeNumber, name, type) VALUES (?, ?, ?)",
                [self.number, name, value.type.rawValue]
            )
            fields[name] = Field(number: number, type: value.type)
        }
    }
}
