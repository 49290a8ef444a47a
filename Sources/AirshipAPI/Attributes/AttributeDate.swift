import Cloud
import Foundation

/// Dates as values of attributes: ISO 8601, in UTC unless an offset is named.
enum AttributeDate {
    /// Reads what ``AirshipDate`` reads, with an offset such as `+08:00` behind it or without a time; none if it is no
    /// date, or one outside of ``CalendarDate/years`` in UTC.
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
