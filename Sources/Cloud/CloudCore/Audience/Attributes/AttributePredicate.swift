package import CloudStorage
package import Foundation
import JSON

/// A selector's test of the value of an attribute.
///
/// Only values of the same kind are compared: texts with texts, case-sensitively; dates with dates; numbers with
/// numbers and with texts that contain a number. A value of another kind never passes.
package enum AttributePredicate: Hashable, Sendable {
    case isEmpty
    case equals(AttributeValue)
    /// The text form of the value contains a text, compared by bytes.
    case contains(String)
    case less(AttributeValue)
    case greater(AttributeValue)
    /// The value is a date at or before the bound.
    case before(DateBound)
    /// The value is a date at or after the bound.
    case after(DateBound)
    /// The value is a date from the first date (inclusive) to the second (exclusive).
    case range(Date, Date)
    /// The value is a date with the same parts as the given date, or as the date of sending if it is `nil`.
    case matchesParts(DateParts, CalendarDate?)

    /// Returns `true` if one value passes, for a push that is sent at a date; no value passes ``isEmpty``.
    func passes(_ reading: ParsedAttributeValue, at now: Date) -> Bool {
        switch (self, reading.value) {
        case (.isEmpty, _): false
        case (.equals(let other), _): Self.order(reading, other).map { $0 == .orderedSame } ?? false
        case (.less(let other), _): Self.order(reading, other).map { $0 == .orderedAscending } ?? false
        case (.greater(let other), _): Self.order(reading, other).map { $0 == .orderedDescending } ?? false
        case (.contains(let part), _): reading.contains(part)
        case (.before(let bound), .date(let date)): date <= bound.date(at: now)
        case (.after(let bound), .date(let date)): date >= bound.date(at: now)
        case (.range(let start, let end), .date(let date)): start <= date && date < end
        case (.matchesParts(let parts, let day), .date(let date)):
            parts.match(CalendarDate(date), day ?? CalendarDate(now))
        default: false
        }
    }

    /// Compares two values; `nil` if they are of different kinds.
    private static func order(_ reading: ParsedAttributeValue, _ other: AttributeValue) -> ComparisonResult? {
        switch (reading.value, other) {
        case (.text(let one), .text(let other)):
            // Compared by bytes, as the store does: canonically equivalent texts with different bytes are different.
            if one.utf8.elementsEqual(other.utf8) { return .orderedSame }
            return one.utf8.lexicographicallyPrecedes(other.utf8) ? .orderedAscending : .orderedDescending
        case (.date(let one), .date(let other)): return one.compare(other)
        case (_, .number(let other)):
            guard let one = reading.number else { return nil }
            return one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
        default: return nil
        }
    }
}

package enum DateBound: Hashable, Sendable {
    /// The largest distance of a relative bound, in units.
    package static let countLimit = 1_000_000

    case at(Date)
    /// A number of units after the push is sent; negative for earlier.
    case relative(Int, DateUnit)

    package func date(at now: Date) -> Date {
        switch self {
        case .at(let date): date
        case .relative(let count, let unit): count == 0 ? now : unit.adding(count, to: now)
        }
    }
}

/// The stored form of a test: its name and its operands. Dates are milliseconds since 1970.
extension AttributePredicate {
    var json: [JSONValue] {
        switch self {
        case .isEmpty: ["is_empty"]
        case .equals(let value): ["equals", Self.json(value)]
        case .contains(let text): ["contains", .string(text)]
        case .less(let value): ["less", Self.json(value)]
        case .greater(let value): ["greater", Self.json(value)]
        case .before(let bound): ["before"] + Self.json(bound)
        case .after(let bound): ["after"] + Self.json(bound)
        case .range(let start, let end): ["range", Self.json(start), Self.json(end)]
        case .matchesParts(let parts, let day):
            ["falls", .string(parts.rawValue), day.map { Self.json($0.date) } ?? .null]
        }
    }

    init?(json: [JSONValue]) {
        guard let name = json.first?.stringValue, let test = Self.read(name, Array(json.dropFirst())) else {
            return nil
        }
        self = test
    }

    private static func read(_ name: String, _ values: [JSONValue]) -> AttributePredicate? {
        switch (name, values.count) {
        case ("is_empty", 0): .isEmpty
        case ("equals", 1): value(values[0]).map(Self.equals)
        case ("contains", 1): values[0].stringValue.map(Self.contains)
        case ("less", 1): value(values[0]).map(Self.less)
        case ("greater", 1): value(values[0]).map(Self.greater)
        case ("before", 1...2): bound(values).map(Self.before)
        case ("after", 1...2): bound(values).map(Self.after)
        case ("range", 2): date(values[0]).flatMap { start in date(values[1]).map { .range(start, $0) } }
        case ("falls", 2):
            values[0].stringValue.flatMap(DateParts.init(rawValue:)).map { parts in
                .matchesParts(parts, date(values[1]).map(CalendarDate.init))
            }
        default: nil
        }
    }

    private static func json(_ date: Date) -> JSONValue { .integer(Int((date.timeIntervalSince1970 * 1000).rounded())) }

    private static func date(_ json: JSONValue) -> Date? {
        json.integerValue.map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    private static func json(_ value: AttributeValue) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .number(let number): .real(number)
        case .date(let date): ["date": json(date)]
        }
    }

    private static func value(_ json: JSONValue) -> AttributeValue? {
        json.stringValue.map(AttributeValue.text) ?? json.numberValue.map(AttributeValue.number)
            ?? json["date"].flatMap(date).map(AttributeValue.date)
    }

    private static func json(_ bound: DateBound) -> [JSONValue] {
        switch bound {
        case .at(let date): [json(date)]
        case .relative(let count, let unit): [.integer(count), .string(unit.rawValue)]
        }
    }

    private static func bound(_ json: [JSONValue]) -> DateBound? {
        guard json.count == 2 else { return date(json[0]).map(DateBound.at) }
        guard let count = json[0].integerValue, abs(count) <= DateBound.countLimit,
            let unit = json[1].stringValue.flatMap(DateUnit.init(rawValue:))
        else { return nil }
        return .relative(count, unit)
    }
}
