import Foundation

/// Dates as Airship writes them: UTC, whole seconds, no zone.
enum AirshipDate {
    /// Writes `2026-03-01T08:00:00`, or with another separator.
    static func text(_ date: Date, separator: String = "T") -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let time = ((seconds % 86_400) + 86_400) % 86_400
        let (year, month, day) = civil((seconds - time) / 86_400)
        let date = [pad(year, 4), pad(month, 2), pad(day, 2)].joined(separator: "-")
        let clock = [time / 3600, time / 60 % 60, time % 60].map { pad($0, 2) }.joined(separator: ":")
        return date + separator + clock
    }

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
        guard numbers.count == 6, numbers[3] < 24, numbers[4] < 60, numbers[5] < 60 else { return nil }
        let day = days(numbers[0], numbers[1], numbers[2])
        // What is no day of its month comes back as another one.
        guard (1...12).contains(numbers[1]), civil(day) == (numbers[0], numbers[1], numbers[2]) else { return nil }
        return Date(timeIntervalSince1970: Double(day * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]))
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The date of a day counted from 1970, in the proleptic Gregorian calendar, by eras of 400 years.
    private static func civil(_ day: Int) -> (Int, Int, Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// How many days a date is after the first of January 1970.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
