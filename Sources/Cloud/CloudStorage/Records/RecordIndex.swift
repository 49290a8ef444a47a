import JSON
import SQLStore
import SQLiteSupport

struct RecordIndex {
    let connection: any SQLConnection
    let zone: RecordZoneNumber

    func update(
        _ number: Int64,
        schema: RecordTypeSchema,
        from before: [String: CloudFieldValue],
        to after: [String: CloudFieldValue]
    ) throws {
        for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
            guard let field = schema.fields[name]?.number else { continue }
            let old = before[name]?.keys ?? []
            let new = after[name]?.keys ?? []
            for key in old.subtracting(new) {
                try connection.run(
                    """
                    DELETE FROM recordFieldValue
                    WHERE zoneNumber = ? AND fieldNumber = ? AND value = ? AND recordNumber = ?
                    """,
                    [zone, field, key.stored(in: connection.dialect), number]
                )
            }
            for key in new.subtracting(old) {
                try connection.run(
                    """
                    INSERT INTO recordFieldValue (zoneNumber, fieldNumber, value, recordNumber) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                    [zone, field, key.stored(in: connection.dialect), number]
                )
            }
        }
        let (old, new) = (Self.owners(in: before), Self.owners(in: after))
        for target in old.subtracting(new) {
            try connection.run(
                "DELETE FROM recordReference WHERE zoneNumber = ? AND target = ? AND recordNumber = ?",
                [zone, target, number]
            )
        }
        for target in new.subtracting(old) {
            try connection.run(
                "INSERT INTO recordReference (zoneNumber, target, recordNumber) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [zone, target, number]
            )
        }
    }

    /// Returns the names of the records whose deletion deletes a record with these fields.
    static func owners(in fields: [String: CloudFieldValue]) -> Set<String> {
        Set(fields.values.flatMap(\.references).filter { $0.action == .deleteSelf }.map(\.target))
    }
}

enum RecordFields {
    /// Returns the fields after an operation: `null` removes a field, and fields that it does not name stay; without a
    /// schema, the record type is used for the first time.
    static func apply(
        _ inputs: [String: CloudFieldInput],
        to fields: [String: CloudFieldValue],
        schema: RecordTypeSchema?,
        zone: String
    ) throws(CloudRecordFailure) -> [String: CloudFieldValue] {
        var fields = fields
        var added = 0
        for (name, input) in inputs.sorted(by: { $0.key < $1.key }) {
            guard CloudRecordLimits.isIdentifier(name) else {
                throw .invalid("The name of a field is a letter, then up to 254 letters, digits and underscores.")
            }
            guard !input.value.isNull else {
                fields[name] = nil
                continue
            }
            let known = schema?.fields[name]?.type
            fields[name] = try input.resolve(name, schema: known, zone: zone)
            added += known == nil ? 1 : 0
        }
        guard added == 0 || (schema?.fields.count ?? 0) + added <= CloudRecordLimits.fields else {
            throw CloudRecordFailure(.quotaExceeded, "A record type has at most \(CloudRecordLimits.fields) fields.")
        }
        return fields
    }
}
