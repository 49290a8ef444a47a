import Cloud
import Foundation

/// Dates as Airship writes them: UTC, whole seconds, no zone.
enum AirshipDate {
    /// Writes `2026-03-01T08:00:00`, or with another separator.
    static func text(_ date: Date, separator: String = "T") -> String { CalendarDate(date).text(separator: separator) }

    /// Reads `2026-03-01T08:00:00`, with a space for the `T`, with a `Z` or with a fraction; none if it is no date.
    static func parse(_ text: String) -> Date? {
        var text = text[...]
        if text.last == "Z" { text = text.dropLast() }
        if let point = text.firstIndex(of: ".") {
            guard text[point...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            text = text[..<point]
        }
        let bytes = Array(text.utf8)
        guard bytes.count == 19, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54 || bytes[10] == 0x20,
            bytes[13] == 0x3A, bytes[16] == 0x3A
        else { return nil }
        let numbers = text.split { "-T :".contains($0) }.compactMap { part in
            part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        guard numbers.count == 6 else { return nil }
        return CalendarDate(
            numbers[0],
            numbers[1],
            numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        )?.date
    }
}
