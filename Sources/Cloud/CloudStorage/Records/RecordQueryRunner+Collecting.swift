import SQLStore

extension RecordQueryRunner {
    private struct Match {
        let keys: [FieldKey?]
        let number: Int64
    }

    /// Sorts the keys of all matching records in memory, and reads the records after a position again.
    ///
    /// - Throws: ``CloudRecordFailure`` if more than ``CloudRecordLimits/examined`` records, or more than
    ///   ``CloudRecordLimits/examinedSize`` bytes, would have to be examined.
    func collect(
        _ conditions: [RecordCondition],
        with index: Int?,
        after position: RecordQueryPosition?
    ) throws -> CloudRecordPage {
        var matches = try examine(conditions, with: index)
        matches.sort { isBefore($0.keys, $0.number, $1.keys, $1.number) }
        var page = PageBuilder(limit: limit, start: position ?? RecordQueryPosition(plan: .collected(index)))
        for match in matches {
            if let position, !isBefore(position.keys, position.record, match.keys, match.number) { continue }
            var end = RecordQueryPosition(plan: .collected(index))
            (end.keys, end.record) = (match.keys, match.number)
            guard let record = try record(match.number) else { continue }
            guard page.add(record, at: end) else { return page.unfinished }
        }
        return page.finished
    }

    private func examine(_ conditions: [RecordCondition], with index: Int?) throws -> [Match] {
        var matches: [Match] = []
        var examined: Set<Int64> = []
        var size = 0
        func examine(_ number: Int64) throws {
            guard examined.insert(number).inserted, let record = try record(number) else { return }
            size += record.fieldText.utf8.count
            guard examined.count <= CloudRecordLimits.examined, size <= CloudRecordLimits.examinedSize else {
                throw CloudRecordFailure.invalid(
                    """
                    More than \(CloudRecordLimits.examined) records, or \(CloudRecordLimits.examinedSize) bytes, would \
                    have to be sorted. Sort by one field alone, or add a filter that matches fewer.
                    """
                )
            }
            guard self.matches(record, conditions) else { return }
            matches.append(Match(keys: keys(of: record, conditions), number: number))
        }
        if let index {
            guard conditions.indices.contains(index), let field = schema.fields[conditions[index].field]?.number,
                let ranges = RecordRange.ranges(of: conditions[index])
            else { throw CloudRecordFailure.invalid("The continuation marker belongs to another query.") }
            for range in ranges {
                let entries = try range.entries(of: field, in: zone, connection)
                while let entry = try entries() { try examine(entry.record) }
            }
        } else {
            let numbers = try connection.cursor(
                "SELECT number FROM record WHERE zoneNumber = ? AND typeNumber = ? AND isDeleted = 0",
                [zone, schema.number],
                readsFew: true
            )
            while let row = try numbers.next() { try examine(row[0]) }
        }
        return matches
    }

    private func keys(of record: CloudRecord, _ conditions: [RecordCondition]) -> [FieldKey?] {
        let fields = record.fields
        guard query.sorts.isEmpty else {
            return query.sorts.map { sort in
                let value = RecordSystemField(rawValue: sort.field)?.value(of: record) ?? fields[sort.field]
                return value.flatMap { FieldKey($0.value, $0.type.element) }
            }
        }
        return conditions.filter { $0.comparator == .near }.map { near in
            fields[near.field].map { .real(RecordCondition.meters($0.value, near.operand)) }
        }
    }

    private func isBefore(_ left: [FieldKey?], _ leftNumber: Int64, _ right: [FieldKey?], _ rightNumber: Int64) -> Bool
    {
        for (index, (left, right)) in zip(left, right).enumerated() {
            let isAscending = index < query.sorts.count ? query.sorts[index].isAscending : true
            switch (left, right) {
            case (nil, nil): continue
            case (nil, _): return false
            case (_, nil): return true
            case (let left?, let right?):
                if left < right { return isAscending }
                if right < left { return !isAscending }
            }
        }
        return leftNumber < rightNumber
    }
}

struct PageBuilder {
    private let limit: Int
    private var records: [CloudRecord] = []
    private var size = 0
    private var examined = 0
    private var examinedSize = 0
    /// The position of the record that is being examined.
    private var current: RecordQueryPosition?
    /// The position after the last record that was added to the page, or was examined and does not match.
    private var end: RecordQueryPosition

    init(limit: Int, start: RecordQueryPosition) {
        self.limit = limit
        end = start
    }

    /// Counts an examined record; returns `true` if it exceeds the limits.
    mutating func isFull(examining record: CloudRecord, at position: RecordQueryPosition) -> Bool {
        // While the page has room, a record that was not added does not match, so the next page need not examine it
        // again.
        if let current, records.count < limit { end = current }
        guard examined < CloudRecordLimits.examined, examinedSize < CloudRecordLimits.examinedSize else { return true }
        examined += 1
        examinedSize += record.fieldText.utf8.count
        current = position
        return false
    }

    /// Adds a record; returns `false` if the page has no room for it.
    mutating func add(_ record: CloudRecord, at position: RecordQueryPosition) -> Bool {
        size += record.fieldText.utf8.count
        guard records.count < limit, size <= CloudRecordLimits.answerSize || records.isEmpty else { return false }
        records.append(record)
        end = position
        current = nil
        return true
    }

    /// The page, if further records follow it.
    var unfinished: CloudRecordPage { ending(with: end) }

    /// The page, if it is the last one.
    var finished: CloudRecordPage { CloudRecordPage(records: records, position: nil) }

    /// Returns the page with another position of the next one.
    func ending(with position: RecordQueryPosition) -> CloudRecordPage {
        CloudRecordPage(records: records, position: position.text)
    }
}
