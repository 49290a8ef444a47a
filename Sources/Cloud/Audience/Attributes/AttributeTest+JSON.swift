import CloudStore
import Foundation
import JSON

/// The form in which a test waits in the store: its name, and what it compares with. Dates are milliseconds since 1970.
extension AttributeTest {
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
        case .falls(let parts, let day): ["falls", .string(parts.rawValue), day.map { Self.json($0.date) } ?? .null]
        }
    }

    init?(json: [JSONValue]) {
        let values = json.dropFirst()
        switch (json.first?.stringValue, values.count) {
        case ("is_empty", 0): self = .isEmpty
        case ("equals", 1):
            guard let value = Self.value(json[1]) else { return nil }
            self = .equals(value)
        case ("contains", 1):
            guard let text = json[1].stringValue else { return nil }
            self = .contains(text)
        case ("less", 1):
            guard let value = Self.value(json[1]) else { return nil }
            self = .less(value)
        case ("greater", 1):
            guard let value = Self.value(json[1]) else { return nil }
            self = .greater(value)
        case ("before", 1...2):
            guard let bound = Self.bound(Array(values)) else { return nil }
            self = .before(bound)
        case ("after", 1...2):
            guard let bound = Self.bound(Array(values)) else { return nil }
            self = .after(bound)
        case ("range", 2):
            guard let start = Self.date(json[1]), let end = Self.date(json[2]) else { return nil }
            self = .range(start, end)
        case ("falls", 2):
            guard let parts = json[1].stringValue.flatMap(DateParts.init(rawValue:)) else { return nil }
            self = .falls(parts, Self.date(json[2]).map(CalendarDate.init))
        default: return nil
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
