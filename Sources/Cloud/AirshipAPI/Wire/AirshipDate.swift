import CivilDates
import CloudCore
import Foundation

/// Dates in Airship's format: UTC, whole seconds, no zone.
enum AirshipDate {
    static func text(_ date: Date, separator: String = "T") -> String { CalendarDate(date).text(separator: separator) }

    /// Parses `2026-03-01T08:00:00`, also with a space for the `T`, a `Z` or a fraction; `nil` for anything else.
    static func parse(_ text: String) -> Date? {
        var text = text[...]
        if text.last == "Z" { text = text.dropLast() }
        if let point = text.firstIndex(of: ".") {
            guard text[point...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            text = text[..<point]
        }
        guard text.utf8.count == CivilTimestamp.length, let time = CivilTimestamp(text.utf8),
            time.separator == UInt8(ascii: "T") || time.separator == UInt8(ascii: " ")
        else { return nil }
        let (hour, minute, second) = (time.hour, time.minute, time.second)
        return CalendarDate(time.year, time.month, time.day, hour: hour, minute: minute, second: second)?.date
    }
}

/// Dates as values of attributes: ISO 8601, in UTC unless there is an offset.
enum AttributeDate {
    /// Parses what ``AirshipDate`` parses, also with an offset such as `+08:00` or without a time; `nil` for anything
    /// else, and for dates outside of ``CalendarDate/years`` in UTC.
    static func parse(_ text: String) -> Date? {
        if let date = AirshipDate.parse(text) { return date }
        let bytes = Array(text.utf8)
        if bytes.count == 10 { return AirshipDate.parse(text + "T00:00:00") }
        guard bytes.count > 6, let sign = text.dropLast(5).last, sign == "+" || sign == "-",
            let date = AirshipDate.parse(String(text.dropLast(6))), !text.dropLast(6).hasSuffix("Z")
        else { return nil }
        let offset = text.suffix(5).split(separator: ":", omittingEmptySubsequences: false)
        guard offset.count == 2, let hours = number(offset[0]), hours < 24, let minutes = number(offset[1]),
            minutes < 60
        else { return nil }
        let seconds = Double(hours * 3600 + minutes * 60)
        let shifted = date.addingTimeInterval(sign == "+" ? -seconds : seconds)
        return CalendarDate.years.contains(CalendarDate(shifted).year) ? shifted : nil
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.count == 2 && digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
    }
}
