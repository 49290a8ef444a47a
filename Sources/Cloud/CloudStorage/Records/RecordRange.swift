import JSON
import SQLStore
import SQLiteSupport

/// A range of the index of a field; unbounded on a side without a bound.
struct RecordRange {
    /// The smallest key, inclusive.
    var low: FieldKey?
    var high: FieldKey?
    /// `true` if ``high`` is exclusive.
    var excludesHigh = false

    static let all = RecordRange()

    static func point(_ key: FieldKey) -> RecordRange { RecordRange(low: key, high: key) }

    /// Returns the ranges of the index that contain every record that meets a condition, in order and without overlap;
    /// `nil` if the index does not help.
    static func ranges(of condition: RecordCondition) -> [RecordRange]? {
        let element = condition.type.element
        let key = FieldKey(condition.operand, element)
        switch condition.comparator {
        case .equals where element != .location && !condition.type.isList: return key.map { [.point($0)] }
        case .listContains where element != .location: return key.map { [.point($0)] }
        case .isIn where element != .location:
            let keys = (condition.operand.arrayValue ?? []).map { FieldKey($0, element) }
            guard !keys.contains(where: { $0 == nil }) else { return nil }
            return Set(keys.compactMap { $0 }).sorted().map { .point($0) }
        case .lessThan, .lessThanOrEquals: return key.map { [RecordRange(high: $0)] }
        case .greaterThan, .greaterThanOrEquals: return key.map { [RecordRange(low: $0)] }
        case .beginsWith, .listMemberBeginsWith:
            guard case .text(let prefix) = key else { return nil }
            return [RecordRange(low: key, high: successor(of: prefix).map { .text($0) }, excludesHigh: true)]
        case .near:
            guard let distance = condition.distance, let latitude = condition.operand["latitude"]?.numberValue else {
                return nil
            }
            let degrees = distance / RecordCondition.earthRadius * 180 / .pi + 0.000_1
            return [RecordRange(low: .real(latitude - degrees), high: .real(latitude + degrees))]
        default: return nil
        }
    }

    /// Returns `true` if every record in the ranges of a condition meets it.
    static func isExact(_ condition: RecordCondition) -> Bool {
        guard [.equals, .listContains, .isIn].contains(condition.comparator) else { return false }
        let operands = condition.comparator == .isIn ? condition.operand.arrayValue ?? [] : [condition.operand]
        return operands.allSatisfy { operand in
            let text = operand.stringValue ?? operand["recordName"]?.stringValue
            // The key of a long text may also be the beginning of another text, and U+0001 may stand for U+0000.
            return text.map { text in
                text.utf8.count < CloudRecordLimits.indexedText - 4 && !text.utf8.contains { $0 < 2 }
            } ?? true
        }
    }

    /// Returns the smallest text that is greater than every text with a prefix; `nil` if none is.
    static func successor(of prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            scalars.append(scalar)
            return String(String.UnicodeScalarView(scalars))
        }
        return nil
    }

    struct Entry {
        let key: FieldKey
        let record: Int64
    }

    /// Returns a cursor over the entries of the range after an entry, or over all if it is `nil`.
    func entries(
        of field: Int64,
        in zone: RecordZoneNumber,
        isAscending: Bool = true,
        after position: Entry? = nil,
        _ connection: any SQLConnection
    ) throws -> () throws -> Entry? {
        let (conditions, arguments) = sql(field, zone, connection.dialect)
        var sql = "SELECT value, recordNumber FROM recordFieldValue WHERE \(conditions)"
        var values = arguments
        if let position {
            sql += " AND (value, recordNumber) \(isAscending ? ">" : "<") (?, ?)"
            values += [position.key.stored(in: connection.dialect), position.record.columnValue]
        }
        let order = isAscending ? "" : " DESC"
        sql += " ORDER BY value\(order), recordNumber\(order)"
        let rows = try connection.cursor(sql, SQLArguments(values), readsFew: true)
        return {
            while let row = try rows.next() {
                if let key = FieldKey(stored: row[0], in: connection.dialect) { return Entry(key: key, record: row[1]) }
            }
            return nil
        }
    }

    func count(of field: Int64, in zone: RecordZoneNumber, limit: Int, _ connection: any SQLConnection) throws -> Int {
        let (conditions, arguments) = sql(field, zone, connection.dialect)
        return try connection.count(
            "(SELECT 1 FROM recordFieldValue WHERE \(conditions) LIMIT \(limit)) AS matching",
            SQLArguments(arguments)
        )
    }

    private func sql(_ field: Int64, _ zone: RecordZoneNumber, _ dialect: SQLDialect) -> (String, [ColumnValue]) {
        var sql = "zoneNumber = ? AND fieldNumber = ?"
        var values = [zone.columnValue, field.columnValue]
        if let low {
            sql += " AND value >= ?"
            values.append(low.stored(in: dialect))
        }
        if let high {
            sql += excludesHigh ? " AND value < ?" : " AND value <= ?"
            values.append(high.stored(in: dialect))
        }
        return (sql, values)
    }
}
