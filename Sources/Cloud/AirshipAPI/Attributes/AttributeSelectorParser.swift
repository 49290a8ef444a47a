import CloudCore
import Foundation
import JSON

enum AttributeSelectorParser {
    private static let operators = [
        "equals", "contains", "less", "greater", "is_empty", "before", "after", "range",
    ]

    /// Parses an object with `attribute`, `operator`, and the operands of the operator.
    static func parse(_ node: BodyNode) throws(AirshipError) -> AttributeCondition {
        try node.members(["attribute", "operator", "value", "precision", "relative_to"])
        let key = try node.required("attribute").text(limit: 256)
        return AttributeCondition(key: key, test: try test(node))
    }

    private static func test(_ node: BodyNode) throws(AirshipError) -> AttributePredicate {
        switch try node.required("operator").choice(operators) {
        // The Python client sends a value with this operator; it is ignored.
        case "is_empty": return .isEmpty
        case "equals":
            if let precision = node.optional("precision") { return try falls(precision, try node.required("value")) }
            return .equals(try AttributeParser.value(try node.required("value")))
        case "less": return .less(try AttributeParser.value(try node.required("value")))
        case "greater": return .greater(try AttributeParser.value(try node.required("value")))
        case "before": return .before(try bound(node, isEnd: true))
        case "after": return .after(try bound(node, isEnd: false))
        case "range": return try range(try node.required("value"))
        default:
            let part = try node.required("value")
            guard let text = part.value.stringValue else {
                return .contains(try AttributeParser.value(part).writtenText)
            }
            _ = try AttributeParser.value(part)
            return .contains(text)
        }
    }

    /// Parses the bound of a date: a date, `now`, or a number of units before or after now.
    ///
    /// With a precision, a date stands for its whole unit, and every date in the unit fulfils the condition.
    private static func bound(_ node: BodyNode, isEnd: Bool) throws(AirshipError) -> DateBound {
        let value = try node.required("value")
        if value.value.integerValue != nil {
            let unit = try unit(try node.required("precision"))
            let count = try value.integer(0...DateBound.countLimit)
            let isFuture = try node.optional("relative_to")?.choice(["past", "future"]) == "future"
            return .relative(isFuture ? count : -count, unit)
        }
        if value.value.stringValue == "now" { return .relative(0, .minutes) }
        let date = try AttributeParser.date(value)
        guard let precision = node.optional("precision") else { return .at(date) }
        let unit = try unit(precision)
        let start = unit.start(of: date)
        // Dates of attributes have whole seconds.
        return .at(isEnd ? unit.adding(1, to: start).addingTimeInterval(-1) : start)
    }

    private static func unit(_ node: BodyNode) throws(AirshipError) -> DateUnit {
        DateUnit(rawValue: try node.choice(DateUnit.allCases.map(\.rawValue))) ?? .days
    }

    private static func range(_ node: BodyNode) throws(AirshipError) -> AttributePredicate {
        let parts = try node.text(limit: 80).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = AttributeDate.parse(String(parts[0])),
            let end = AttributeDate.parse(String(parts[1])), start <= end
        else {
            throw node.error("a range such as 2026-03-01T08:00:00/2026-04-01T08:00:00 is wanted")
        }
        return .range(start, end)
    }

    private static func falls(_ precision: BodyNode, _ node: BodyNode) throws(AirshipError) -> AttributePredicate {
        let name = try precision.choice(DateParts.allCases.map(\.rawValue) + DateUnit.allCases.map(\.rawValue))
        if let unit = DateUnit(rawValue: name) { return try isWithin(unit, node) }
        let parts = DateParts(rawValue: name) ?? .yearMonthDay
        if node.value.stringValue == "now" { return .matchesParts(parts, nil) }
        let date: CalendarDate?
        // A leap year and a month with 31 days stand in for a year and a month that are not compared.
        switch parts {
        case .day: date = CalendarDate(2000, 1, try node.integer(1...31))
        case .month: date = CalendarDate(2000, try node.integer(1...12), 1)
        case .monthDay: date = day("2000-" + (try node.text(limit: 5)))
        case .yearMonth: date = day((try node.text(limit: 7)) + "-01")
        case .yearMonthDay: date = day(try node.text(limit: 10))
        }
        guard let date else { throw node.error("this is no \(name), nor \"now\"") }
        return .matchesParts(parts, date)
    }

    /// Parses a date that stands for the whole unit around it; smaller units may be left out, so `2026` is a year.
    private static func isWithin(_ unit: DateUnit, _ node: BodyNode) throws(AirshipError) -> AttributePredicate {
        let text = try node.text(limit: 40)
        let rest = "0001-01-01T00:00:00".dropFirst(text.count)
        let isShort = [4, 7, 13, 16].contains(text.utf8.count)
        guard let date = AttributeDate.parse(isShort ? text + rest : text) else {
            throw node.error("a date such as 2026-03-01T08:00:00, or the beginning of one, is wanted")
        }
        let start = unit.start(of: date)
        return .range(start, unit.adding(1, to: start))
    }

    private static func day(_ text: String) -> CalendarDate? {
        text.utf8.count == 10 ? AttributeDate.parse(text).map(CalendarDate.init) : nil
    }
}
