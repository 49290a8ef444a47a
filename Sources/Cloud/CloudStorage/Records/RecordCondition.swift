import Foundation
import JSON

/// A filter of a query, validated against the type of its field.
struct RecordCondition {
    let field: String
    let comparator: RecordComparator
    let type: CloudFieldType
    /// The value of the filter; a list for `IN` and `NOT_IN`.
    let operand: JSONValue
    let distance: Double?
    private let words: Set<String>

    /// Validates a filter: its comparator must fit the field's type, and its value must have it.
    init(_ filter: CloudRecordFilter, type: CloudFieldType) throws(CloudRecordFailure) {
        field = filter.field
        comparator = filter.comparator
        self.type = type
        distance = filter.distance
        guard Self.fits(filter.comparator, type) else {
            throw .invalid("\(filter.comparator.rawValue) cannot compare the field \(field) (\(type.rawValue)).")
        }
        let operandType: CloudFieldType =
            switch filter.comparator {
            case .isIn, .isNotIn: CloudFieldType(type.element, isList: true)
            case .listContains, .listDoesNotContain, .listMemberBeginsWith, .noListMemberBeginsWith:
                CloudFieldType(type.element)
            case .containsAllTokens, .containsAnyTokens:
                CloudFieldType(.string, isList: filter.value.value.arrayValue != nil)
            default: type
            }
        operand = try filter.value.resolve(field, schema: operandType, zone: nil).value
        guard operand.arrayValue?.count ?? 0 <= CloudRecordLimits.filterValues else {
            throw .invalid("A filter has at most \(CloudRecordLimits.filterValues) values.")
        }
        let usesWords = filter.comparator == .containsAllTokens || filter.comparator == .containsAnyTokens
        words = usesWords ? Self.words(of: operand) : []
        if let distance, !(distance >= 0) { throw .invalid("The distance of a filter is a number of meters.") }
    }

    /// Returns `true` if a record with this value of the field meets the condition; one without it never does.
    func isMet(by value: CloudFieldValue?) -> Bool {
        guard let value, value.type == type else { return false }
        switch comparator {
        case .equals: return isEqual(value.value, operand)
        case .notEquals: return !isEqual(value.value, operand)
        case .lessThan: return compare(value.value, operand) < 0
        case .lessThanOrEquals: return compare(value.value, operand) <= 0
        case .greaterThan: return compare(value.value, operand) > 0
        case .greaterThanOrEquals: return compare(value.value, operand) >= 0
        case .near: return distance.map { Self.meters(value.value, operand) <= $0 } ?? true
        case .isIn: return isAmong(value.value)
        case .isNotIn: return !isAmong(value.value)
        case .containsAllTokens: return words.isSubset(of: Self.words(of: value.value))
        case .containsAnyTokens: return !words.isDisjoint(with: Self.words(of: value.value))
        case .listContains: return value.elements.contains { isEqual($0, operand) }
        case .listDoesNotContain: return !value.elements.contains { isEqual($0, operand) }
        case .beginsWith: return begins(value.value)
        case .doesNotBeginWith: return !begins(value.value)
        case .listMemberBeginsWith: return value.elements.contains(where: begins)
        case .noListMemberBeginsWith: return !value.elements.contains(where: begins)
        }
    }

    private static func fits(_ comparator: RecordComparator, _ type: CloudFieldType) -> Bool {
        switch comparator {
        case .equals, .notEquals: true
        case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
            !type.isList && [.string, .int64, .double, .timestamp].contains(type.element)
        case .near: !type.isList && type.element == .location
        case .isIn, .isNotIn: !type.isList
        case .containsAllTokens, .containsAnyTokens: type.element == .string
        case .listContains, .listDoesNotContain: type.isList
        case .beginsWith, .doesNotBeginWith: !type.isList && type.element == .string
        case .listMemberBeginsWith, .noListMemberBeginsWith: type.isList && type.element == .string
        }
    }

    private func isAmong(_ value: JSONValue) -> Bool {
        operand.arrayValue?.contains { isEqual(value, $0) } ?? false
    }

    private func begins(_ value: JSONValue) -> Bool {
        guard let text = value.stringValue, let prefix = operand.stringValue else { return false }
        return text.utf8.starts(with: prefix.utf8)
    }

    private func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { isEqual($0, $1) }
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.object, .object) where type.element == .reference:
            left["recordName"]?.stringValue.map { Array($0.utf8) }
                == right["recordName"]?.stringValue.map { Array($0.utf8) }
        case (.object, .object) where type.element == .location:
            left["latitude"] == right["latitude"] && left["longitude"] == right["longitude"]
        default: left == right
        }
    }

    /// Compares two values; returns a negative number, 0 or a positive number.
    private func compare(_ left: JSONValue, _ right: JSONValue) -> Int {
        switch (left, right) {
        case (.string(let left), .string(let right)):
            left.utf8.lexicographicallyPrecedes(right.utf8)
                ? -1 : right.utf8.lexicographicallyPrecedes(left.utf8) ? 1 : 0
        case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
        default:
            switch (left.numberValue ?? .nan, right.numberValue ?? .nan) {
            case let (left, right): left < right ? -1 : left > right ? 1 : 0
            }
        }
    }

    /// Returns the words of a text or of a list of texts in lower case: runs of letters and digits.
    static func words(of value: JSONValue) -> Set<String> {
        let texts = value.arrayValue?.compactMap(\.stringValue) ?? [value.stringValue ?? ""]
        return Set(
            texts.flatMap { text in
                text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
            }
        )
    }

    /// Returns the distance of two locations on a sphere, in meters.
    static func meters(_ left: JSONValue, _ right: JSONValue) -> Double {
        let radians = { (value: JSONValue, key: String) in (value[key]?.numberValue ?? 0) * .pi / 180 }
        let (from, to) = (radians(left, "latitude"), radians(right, "latitude"))
        let (north, east) = (to - from, radians(right, "longitude") - radians(left, "longitude"))
        let half = pow(sin(north / 2), 2) + cos(from) * cos(to) * pow(sin(east / 2), 2)
        return 2 * Self.earthRadius * asin(min(1, half.squareRoot()))
    }

    /// The mean radius of the earth in meters.
    static let earthRadius = 6_371_008.8
}
