import JSON
import SQLStore
import SQLiteSupport

struct RecordQueryRunner {
    /// The number of matching records below which a filter is preferred to the index of the sort field.
    private static let selective = 2_000

    let query: CloudRecordQuery
    let schema: RecordTypeSchema
    let zone: RecordZoneNumber
    let limit: Int
    let connection: any SQLConnection
    /// The filters in the order of the query; `nil` if one concerns a field that no record has.
    let conditions: [RecordCondition]?

    /// Checks a query against the schema, and returns its conditions.
    static func conditions(of query: CloudRecordQuery, _ schema: RecordTypeSchema) throws -> [RecordCondition]? {
        var conditions: [RecordCondition] = []
        for filter in query.filters {
            guard let type = RecordSystemField(rawValue: filter.field)?.type ?? schema.fields[filter.field]?.type else {
                return nil
            }
            conditions.append(try RecordCondition(filter, type: type))
        }
        for sort in query.sorts {
            guard let type = schema.fields[sort.field]?.type else { continue }
            guard !type.isList, ![.bytes, .location].contains(type.element) else {
                throw CloudRecordFailure.invalid("Records cannot be sorted by \(sort.field) (\(type.rawValue)).")
            }
        }
        return conditions
    }

    func run(after text: String?) throws -> CloudRecordPage {
        guard let conditions else { return CloudRecordPage(records: [], position: nil) }
        var position: RecordQueryPosition
        if let text {
            guard let read = RecordQueryPosition(text: text) else { throw Self.wrongMarker }
            position = read
        } else {
            position = RecordQueryPosition(plan: try plan(for: conditions))
        }
        switch position.plan {
        case .type: return try stream(conditions, from: position, entries: typeEntries(after: position))
        case .unsorted:
            return try stream(conditions, from: position, entries: typeEntries(after: position)) { record in
                query.sorts.first.map { record.fields[$0.field] == nil } ?? true
            }
        case .filter(let index): return try runFilter(index, conditions, from: position)
        case .sorted: return try runSorted(conditions, from: position)
        case .collected(let index): return try collect(conditions, with: index, after: text == nil ? nil : position)
        }
    }

    private static var wrongMarker: CloudRecordFailure {
        .invalid("The continuation marker belongs to another query.")
    }

    // MARK: - Choosing a plan

    private func plan(for conditions: [RecordCondition]) throws -> RecordQueryPosition.Plan {
        var best: (index: Int, count: Int)?
        for (index, condition) in conditions.enumerated() {
            guard let field = schema.fields[condition.field]?.number,
                let ranges = RecordRange.ranges(of: condition)
            else { continue }
            var count = 0
            for range in ranges where count < Self.selective {
                count += try range.count(of: field, in: zone, limit: Self.selective, connection)
            }
            if count < best?.count ?? .max { best = (index, count) }
        }
        // The index has no records for a field that none has; then there is nothing to sort by.
        let sorts = query.sorts.filter {
            schema.fields[$0.field] != nil || RecordSystemField(rawValue: $0.field) != nil
        }
        let sortsByDistance = conditions.contains { $0.comparator == .near } && sorts.isEmpty
        if sortsByDistance || sorts.count > 1 { return .collected(best?.index) }
        guard let sort = sorts.first else { return best.map { .filter($0.index) } ?? .type }
        if let best, best.count < Self.selective { return .collected(best.index) }
        return schema.fields[sort.field] == nil || query.sorts.count > 1 ? .collected(best?.index) : .sorted
    }

    // MARK: - Reading an index in its order

    private func typeEntries(after position: RecordQueryPosition) throws -> () throws -> Int64? {
        let rows = try connection.cursor(
            """
            SELECT number FROM record WHERE zoneNumber = ? AND typeNumber = ? AND isDeleted = 0 AND number > ?
            ORDER BY number
            """,
            [zone, schema.number, position.record],
            readsFew: true
        )
        return { try rows.next().map { $0[0] } }
    }

    private func stream(
        _ conditions: [RecordCondition],
        from start: RecordQueryPosition,
        entries: () throws -> Int64?,
        where isWanted: (CloudRecord) -> Bool = { _ in true }
    ) throws -> CloudRecordPage {
        var page = PageBuilder(limit: limit, start: start)
        while let number = try entries() {
            var position = start
            position.record = number
            guard let record = try record(number) else { continue }
            if page.isFull(examining: record, at: position) { return page.unfinished }
            guard isWanted(record), matches(record, conditions) else { continue }
            guard page.add(record, at: position) else { return page.unfinished }
        }
        return page.finished
    }

    private func runFilter(
        _ index: Int,
        _ conditions: [RecordCondition],
        from start: RecordQueryPosition
    ) throws -> CloudRecordPage {
        guard conditions.indices.contains(index), let field = schema.fields[conditions[index].field]?.number,
            let ranges = RecordRange.ranges(of: conditions[index])
        else { throw Self.wrongMarker }
        let driver = conditions[index]
        var others = conditions
        if RecordRange.isExact(driver) { others.remove(at: index) }
        var page = PageBuilder(limit: limit, start: start)
        for (part, range) in ranges.enumerated() where part >= start.range {
            let entries = try range.entries(
                of: field,
                in: zone,
                after: part == start.range ? Self.entry(start) : nil,
                connection
            )
            while let entry = try entries() {
                var position = start
                (position.range, position.keys, position.record) = (part, [entry.key], entry.record)
                guard let record = try record(entry.record) else { continue }
                if page.isFull(examining: record, at: position) { return page.unfinished }
                guard matches(record, others), Self.isFirst(entry, of: record, driver) else { continue }
                guard page.add(record, at: position) else { return page.unfinished }
            }
        }
        return page.finished
    }

    private func runSorted(
        _ conditions: [RecordCondition],
        from start: RecordQueryPosition
    ) throws -> CloudRecordPage {
        guard let sort = query.sorts.first, let field = schema.fields[sort.field]?.number else {
            throw Self.wrongMarker
        }
        let own = conditions.filter { $0.field == sort.field }
        let range = own.lazy.compactMap(RecordRange.ranges).first { $0.count == 1 }?.first ?? .all
        let entries = try range.entries(
            of: field,
            in: zone,
            isAscending: sort.isAscending,
            after: Self.entry(start),
            connection
        )
        var page = PageBuilder(limit: limit, start: start)
        while let entry = try entries() {
            var position = start
            (position.keys, position.record) = ([entry.key], entry.record)
            guard let record = try record(entry.record) else { continue }
            if page.isFull(examining: record, at: position) { return page.unfinished }
            guard matches(record, conditions) else { continue }
            guard page.add(record, at: position) else { return page.unfinished }
        }
        guard own.isEmpty, try hasRecords(without: field) else { return page.finished }
        return page.ending(with: RecordQueryPosition(plan: .unsorted))
    }

    private func hasRecords(without field: Int64) throws -> Bool {
        try connection.value(
            """
            SELECT (SELECT COUNT(*) FROM record WHERE zoneNumber = ?1 AND typeNumber = ?2 AND isDeleted = 0)
            > (SELECT COUNT(*) FROM recordFieldValue WHERE zoneNumber = ?1 AND fieldNumber = ?3)
            """,
            [zone, schema.number, field]
        ) ?? false
    }

    private static func entry(_ position: RecordQueryPosition) -> RecordRange.Entry? {
        position.keys.first.flatMap { $0 }.map { RecordRange.Entry(key: $0, record: position.record) }
    }

    /// Returns `true` if an entry is the first, or the only one, of its record in the range.
    private static func isFirst(
        _ entry: RecordRange.Entry,
        of record: CloudRecord,
        _ condition: RecordCondition
    ) -> Bool {
        guard condition.comparator == .listMemberBeginsWith, let prefix = condition.operand.stringValue else {
            return true
        }
        let first = record.fields[condition.field]?.elements.compactMap(\.stringValue)
            .filter { $0.utf8.starts(with: prefix.utf8) }.map { FieldKey.text(FieldKey.prefix(of: $0)) }.min()
        return first == entry.key
    }

    // MARK: - Examining records

    func record(_ number: Int64) throws -> CloudRecord? {
        try connection.row("\(CloudRecord.query) WHERE record.number = ?", [number]).map(CloudRecord.init)
    }

    func matches(_ record: CloudRecord, _ conditions: [RecordCondition]) -> Bool {
        guard record.type == schema.name, !record.isDeleted else { return false }
        return record.meets(conditions)
    }
}

extension CloudRecord {
    /// Returns `true` if a record meets all conditions; `fields` are its fields if they are parsed already.
    func meets(_ conditions: [RecordCondition], with fields: [String: CloudFieldValue]? = nil) -> Bool {
        guard !conditions.isEmpty else { return true }
        let fields = fields ?? self.fields
        return conditions.allSatisfy { condition in
            condition.isMet(
                by: RecordSystemField(rawValue: condition.field)?.value(of: self) ?? fields[condition.field]
            )
        }
    }
}
