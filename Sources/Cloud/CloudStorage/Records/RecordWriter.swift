import FoundationEssentials
import SQLStore
import SQLiteSupport

struct RecordRequest {
    let context: WriteContext
    let database: CloudRecordDatabase
    let zone: CloudRecordZone
    let author: CloudRecordAuthor
    let isAtomic: Bool
}

/// Performs the operations of one request; each is validated completely first, so a refused one has no effect.
final class RecordWriter {
    private let request: RecordRequest
    private var schemas: [String: RecordTypeSchema] = [:]
    private var authorNumber: Int64?
    /// The number of the last change in the database.
    private var change: Int64
    /// The number and the total size of the records before the request.
    private let usage: (records: Int, bytes: Int)
    private var addedRecords = 0
    private var addedBytes = 0
    private var hasChanges = false
    /// The size of the fields in the answers so far, in bytes.
    private var answered = 0
    private let notifier: RecordNotifier
    private let dependents: RecordDependents
    /// Targets that must exist at the end of an atomic batch, with the names of the records that refer to them.
    private var requiredTargets: [(target: String, name: String)] = []

    init(_ request: RecordRequest, notifications settings: RecordNotificationSettings) throws {
        self.request = request
        notifier = RecordNotifier(request, settings: settings)
        dependents = RecordDependents(request)
        let row = try request.context.row("SELECT * FROM recordDatabase WHERE number = ?", [request.database.number])
        guard let row else { throw CloudStoreError(.notFound, "The database of records does not exist.") }
        change = row["change"]
        usage = (row["records"], row["bytes"])
    }

    /// Performs one operation; refuses it if the answers have reached ``CloudRecordLimits/answerSize``.
    func perform(_ operation: CloudRecordOperation) throws -> CloudRecordOutcome {
        guard answered < CloudRecordLimits.answerSize else {
            return .failed(name: operation.name, .largeAnswer(isAtomic: request.isAtomic))
        }
        dependents.beginOperation()
        do {
            if operation.kind.deletes { return try delete(operation) }
            let record = try save(operation)
            answered += record.fieldText.utf8.count
            return .saved(record)
        } catch let failure as CloudRecordFailure {
            return .failed(name: operation.name, failure)
        }
    }

    /// Returns the records of an atomic batch that refer to a missing record.
    func recordsWithMissingTargets() throws -> Set<String> {
        var names: Set<String> = []
        for (target, name) in requiredTargets where try !exists(target) { names.insert(name) }
        return names
    }

    /// Stores the counters and the notifications.
    func finish() throws {
        guard hasChanges else { return }
        try notifier.finish()
        try request.context.run(
            "UPDATE recordDatabase SET change = ?, records = records + ?, bytes = bytes + ? WHERE number = ?",
            [change, addedRecords, addedBytes, request.database.number]
        )
        try request.context.run(
            "UPDATE recordZone SET change = ?, records = records + ?, bytes = bytes + ? WHERE number = ?",
            [change, addedRecords, addedBytes, request.zone.number]
        )
    }

    // MARK: - Saving

    private func save(_ operation: CloudRecordOperation) throws -> CloudRecord {
        let row = try row(named: operation.name)
        let known = row.map(CloudRecord.init)
        let live = known.flatMap { $0.isDeleted ? nil : $0 }
        try check(operation, against: live)
        guard let type = operation.type ?? live?.type, CloudRecordLimits.isIdentifier(type) else {
            throw CloudRecordFailure.invalid(
                "\"recordType\" is a letter, then up to 254 letters, digits and underscores."
            )
        }
        if let live, live.type != type {
            throw CloudRecordFailure.invalid("The record has the type \(live.type), which cannot be changed.")
        }
        let schema = try schema(of: type)
        let before = live?.fields ?? [:]
        let keepsFields = operation.kind == .update || operation.kind == .forceUpdate
        let fields = try RecordFields.apply(
            operation.fields,
            to: keepsFields ? before : [:],
            schema: schema,
            zone: request.zone.name
        )
        let text = CloudRecord.text(of: fields)
        try checkSize(text, of: fields, replacing: live)
        try checkReferences(of: fields, before: before, record: operation.name)

        var stored = try schema ?? RecordTypeSchema(adding: type, to: request.database, in: request.context)
        try stored.add(fields, in: request.context)
        schemas[type] = stored
        let record = try write(text, type: stored, operation.name, over: known, number: row?["number"])
        try updateIndex(of: record.number, schema: stored, from: before, to: fields)
        addedRecords += live == nil ? 1 : 0
        addedBytes += text.utf8.count - (live?.fieldText.utf8.count ?? 0)
        let reason: CloudRecordChange.Reason = live == nil ? .created : .updated
        try note(CloudRecordChange(reason: reason, record: record.record, fields: fields), schema: stored)
        return record.record
    }

    private func note(_ change: CloudRecordChange, schema: RecordTypeSchema?) throws {
        hasChanges = true
        try notifier.add(change, schema: schema)
    }

    private func check(_ operation: CloudRecordOperation, against live: CloudRecord?) throws {
        let kind = operation.kind
        if kind == .update || kind == .replace {
            guard let tag = operation.changeTag else {
                throw CloudRecordFailure.invalid("\"\(kind.rawValue)\" needs the \"recordChangeTag\" of the record.")
            }
            guard let live else { throw CloudRecordFailure(.notFound, "The record does not exist.") }
            guard live.changeTag == tag else { throw conflict }
        }
        guard let live else { return }
        let author = request.author
        if kind == .create { throw CloudRecordFailure(.exists, "The record exists.") }
        if kind == .delete, let tag = operation.changeTag, live.changeTag != tag { throw conflict }
        guard !request.database.isPublic || author.client == .key || live.created.userID == author.userID else {
            throw CloudRecordFailure(.accessDenied, "Only its creator may change this record.")
        }
    }

    private var conflict: CloudRecordFailure {
        CloudRecordFailure(.conflict, "The record was changed since; its change tag is another one.")
    }

    private func checkSize(
        _ text: String,
        of fields: [String: CloudFieldValue],
        replacing live: CloudRecord?
    ) throws {
        guard text.utf8.count <= CloudRecordLimits.recordSize else {
            throw CloudRecordFailure.invalid("The record is larger than \(CloudRecordLimits.recordSize) bytes.")
        }
        guard fields.values.reduce(0, { $0 + $1.elements.count }) <= CloudRecordLimits.indexedValues else {
            throw CloudRecordFailure.invalid(
                "The record has more than \(CloudRecordLimits.indexedValues) values, counting the elements of lists."
            )
        }
        let growth = text.utf8.count - (live?.fieldText.utf8.count ?? 0)
        guard live != nil || usage.records + addedRecords < CloudRecordLimits.records,
            growth <= 0 || usage.bytes + addedBytes + growth <= CloudRecordLimits.databaseSize
        else { throw CloudRecordFailure(.quotaExceeded, "The database is full; delete some records.") }
    }

    private func checkReferences(
        of fields: [String: CloudFieldValue],
        before: [String: CloudFieldValue],
        record name: String
    ) throws {
        let known = RecordIndex.owners(in: before)
        for (field, value) in fields where before[field] != value {
            for (target, action) in value.references {
                switch action {
                case .none: continue
                case .validate where request.isAtomic: requiredTargets.append((target, name))
                case .validate:
                    guard try target == name || exists(target) else {
                        throw CloudRecordFailure(
                            .validatingReferenceError,
                            "The field \(field) refers to a record that does not exist."
                        )
                    }
                case .deleteSelf:
                    if !known.contains(target) { try dependents.checkRoom(for: target) }
                }
            }
        }
    }

    private func exists(_ name: String) throws -> Bool {
        try request.context.exists(
            "SELECT 1 FROM record WHERE zoneNumber = ? AND name = ? AND isDeleted = 0",
            [request.zone.number, name]
        )
    }

    private func row(named name: String) throws -> SQLRow? {
        try request.context.row(
            "\(CloudRecord.query) WHERE record.zoneNumber = ? AND record.name = ?",
            [request.zone.number, name]
        )
    }

    private func schema(of type: String) throws -> RecordTypeSchema? {
        if let known = schemas[type] { return known }
        let schema = try RecordTypeSchema(type, of: request.database, in: request.context)
        schemas[type] = schema
        return schema
    }

    private func write(
        _ text: String,
        type: RecordTypeSchema,
        _ name: String,
        over known: CloudRecord?,
        number: Int64?
    ) throws -> (number: Int64, record: CloudRecord) {
        let author = try storedAuthor()
        let date = Date(storedMilliseconds: request.context.now.storedMilliseconds)
        let stamp = CloudRecordStamp(date: date, userID: request.author.userID, deviceID: request.author.deviceID)
        change += 1
        var created = stamp
        let stored: Int64
        if let number, let known {
            if !known.isDeleted { created = known.created }
            try request.context.run(
                """
                UPDATE record SET typeNumber = ?1, change = ?2, fields = ?3, modified = ?4, modifiedBy = ?5,
                created = CASE WHEN isDeleted = 1 THEN ?4 ELSE created END,
                createdBy = CASE WHEN isDeleted = 1 THEN ?5 ELSE createdBy END, isDeleted = 0
                WHERE number = ?6
                """,
                [type.number, change, text, date.storedMilliseconds, author, number]
            )
            stored = number
        } else {
            stored = try request.context.insert(
                """
                INSERT INTO record (zoneNumber, name, typeNumber, change, isDeleted, fields, created, createdBy, modified,
                modifiedBy) VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, ?7, ?6, ?7)
                """,
                [request.zone.number, name, type.number, change, text, date.storedMilliseconds, author]
            )
        }
        let record = CloudRecord(
            name: name,
            type: type.name,
            change: change,
            isDeleted: false,
            fieldText: text,
            created: created,
            modified: stamp
        )
        return (stored, record)
    }

    private func storedAuthor() throws -> Int64 {
        if let authorNumber { return authorNumber }
        let author = request.author
        let arguments: SQLArguments = [request.database.number, author.userID, author.deviceID]
        let query = "SELECT number FROM recordAuthor WHERE databaseNumber = ? AND userID = ? AND deviceID = ?"
        let known: Int64? = try request.context.value(query, arguments)
        let number =
            try known
            ?? request.context.insert(
                "INSERT INTO recordAuthor (databaseNumber, userID, deviceID) VALUES (?, ?, ?)",
                arguments
            )
        authorNumber = number
        return number
    }

    private func updateIndex(
        of number: Int64,
        schema: RecordTypeSchema,
        from before: [String: CloudFieldValue],
        to after: [String: CloudFieldValue]
    ) throws {
        try RecordIndex(connection: request.context, zone: request.zone.number)
            .update(number, schema: schema, from: before, to: after)
        dependents.update(from: RecordIndex.owners(in: before), to: RecordIndex.owners(in: after))
    }

    // MARK: - Deleting

    private func delete(_ operation: CloudRecordOperation) throws -> CloudRecordOutcome {
        guard let row = try row(named: operation.name), !row["isDeleted"] else {
            guard operation.kind == .forceDelete else {
                throw CloudRecordFailure(.notFound, "The record does not exist.")
            }
            return .deleted(name: operation.name)
        }
        let record = CloudRecord(row)
        try check(operation, against: record)
        let doomed = try dependents.cascade(from: row["number"], named: record.name)
        for number in doomed { try remove(number) }
        return .deleted(name: operation.name)
    }

    private func remove(_ number: Int64) throws {
        guard let row = try request.context.row("\(CloudRecord.query) WHERE record.number = ?", [number]) else {
            return
        }
        let record = CloudRecord(row)
        let fields = record.fields
        let schema = try schema(of: record.type)
        if let schema { try updateIndex(of: number, schema: schema, from: fields, to: [:]) }
        change += 1
        try request.context.run(
            "UPDATE record SET isDeleted = 1, fields = '{}', change = ?, modified = ?, modifiedBy = ? WHERE number = ?",
            [change, request.context.now.storedMilliseconds, try storedAuthor(), number]
        )
        addedRecords -= 1
        addedBytes -= record.fieldText.utf8.count
        try note(CloudRecordChange(reason: .deleted, record: record, fields: fields), schema: schema)
    }
}

struct CloudRecordChange {
    /// The kind of change; the raw values are those of notifications.
    enum Reason: Int {
        case created = 1
        case updated = 2
        case deleted = 3
    }

    let reason: Reason
    /// The record after the change, or before its deletion.
    let record: CloudRecord
    let fields: [String: CloudFieldValue]
}
