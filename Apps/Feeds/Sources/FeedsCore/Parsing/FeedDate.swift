import TodayKit

/// Reads the dates of feeds: those of RSS 2.0 (RFC 822, such as `Sat, 21 Nov 2026 08:00:00 GMT`), and those of Atom and
/// RSS 1.0 (RFC 3339 and W3C-DTF, such as `2026-11-21T08:00:00+01:00` or `2026-11-21`).
enum FeedDate {
    /// The largest length of a date in bytes.
    private static let limit = 64

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// The hours east of UTC of the zones that RFC 822 names; others count as UTC.
    private static let zones = [
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "CET": 1, "CEST": 2,
        "BST": 1, "JST": 9,
    ]

    /// Reads a date; `nil` for other text, and for a day that does not exist.
    static func parse(_ text: String) -> Date? {
        let text = text.trimmingSpace
        guard !text.isEmpty, text.utf8.count <= limit else { return nil }
        return text.first?.isNumber == true && text.contains("-") && !text.contains(" ")
            ? internetDate(text) : mailDate(text)
    }

    /// Reads `[Sat, ]21 Nov 2026 08:00[:00] GMT`.
    private static func mailDate(_ text: String) -> Date? {
        var words = text.split(separator: " ")
        if let first = words.first, first.hasSuffix(",") || Int(first) == nil { words.removeFirst() }
        guard words.count >= 4, let day = Int(words[0]), var year = Int(words[2]),
            let month = months.firstIndex(of: words[1].prefix(3).lowercased()), let time = seconds(words[3])
        else { return nil }
        if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
        return date(year, month + 1, day, time, offset: words.count > 4 ? offset(words[4]) : 0)
    }

    /// Reads `2026-11-21[T08:00[:00[.5]](Z|+01:00)]`.
    private static func internetDate(_ text: String) -> Date? {
        let halves = text.split(maxSplits: 1) { $0 == "T" || $0 == "t" }
        let numbers = halves[0].split(separator: "-").map { Int($0) }
        guard (1...3).contains(numbers.count), let year = numbers[0] else { return nil }
        guard let month = numbers.count > 1 ? numbers[1] : 1, let day = numbers.count > 2 ? numbers[2] : 1 else {
            return nil
        }
        guard halves.count == 2 else { return date(year, month, day, 0, offset: 0) }
        let clock = halves[1].prefix { $0.isNumber || $0 == ":" }
        let zone = halves[1].dropFirst(clock.count).drop { $0.isNumber || $0 == "." }
        return seconds(clock).flatMap { date(year, month, day, $0, offset: offset(zone)) }
    }

    /// The second of the day of a time such as `08:00` or `08:00:00`.
    private static func seconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
            let second = parts.count == 3 ? parts[2] : 0
        else { return nil }
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// The seconds east of UTC of a zone such as `+0100`, `-05:30`, `EST` or `Z`.
    private static func offset(_ zone: Substring) -> Int {
        if let hours = zones[zone.uppercased()] { return hours * 3600 }
        guard let sign = zone.first, sign == "+" || sign == "-" else { return 0 }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard digits.count == 4, let number = Int(digits), number / 100 <= 14, number % 100 < 60 else { return 0 }
        return (number / 100 * 3600 + number % 100 * 60) * (sign == "-" ? -1 : 1)
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ second: Int, offset: Int) -> Date? {
        guard (1970...9999).contains(year), (1...12).contains(month), (1...days(month, year)).contains(day) else {
            return nil
        }
        // The days since 1970 of the Gregorian calendar, whose years begin in March here.
        let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 719_469
        return Date(timeIntervalSince1970: Double(days * 86_400 + second - offset))
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
