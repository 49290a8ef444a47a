import Foundation

/// Parses the delivery time of a message: Unix time, a duration, or simple English.
struct DelayParser: Sendable {
    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    let calendar: Calendar

    /// Parses a delivery time; returns `nil` if the text cannot be parsed.
    ///
    /// English is a day (`today`, `tonight`, `tomorrow`, or a weekday, optionally with `next`), a time (`10am`,
    /// `8:30pm`, `18:00`, `noon`, `midnight`), or both, optionally with `at`, `on` or a comma; also `in 2 hours` and `2
    /// hours from now`. A time that has passed today means tomorrow; a day without a time means the current time on
    /// that day.
    func date(_ text: String, now: Date) -> Date? {
        let text = text.lowercased().trimmingSpace()
        if text.allSatisfy({ $0.isASCII && $0.isNumber }), let seconds = Double(text) {
            // A duration would have a unit, so this is a date; dates too far in the future are refused elsewhere.
            return seconds < 100_000_000_000 ? Date(timeIntervalSince1970: seconds) : nil
        }
        var words = text.replacing(",", with: " ").split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count <= 10 else { return nil }
        if words.first == "in" { words.removeFirst() }
        if words.suffix(2) == ["from", "now"] { words.removeLast(2) }
        if let seconds = DurationParser.seconds(words.joined(separator: " ")) { return now.addingTimeInterval(seconds) }
        return english(words, now: now)
    }

    private func english(_ words: [String], now: Date) -> Date? {
        var day: Date?
        var time: (hour: Int, minute: Int)?
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "at" || word == "on" || word == "next" || word == "this" { continue }
            if let found = self.day(word, now: now) {
                guard day == nil else { return nil }
                day = found
                if word == "tonight" { time = (20, 0) }
            } else if let found = Self.time(word, rest.first) {
                guard time == nil || words.contains("tonight") else { return nil }
                time = (found.hour, found.minute)
                if found.usesNext { rest = rest.dropFirst() }
            } else {
                return nil
            }
        }
        guard day != nil || time != nil else { return nil }
        guard let time else { return day }
        let start = day ?? now
        let date = calendar.date(bySettingHour: time.hour, minute: time.minute, second: 0, of: start)
        guard let date, date <= now, day == nil else { return date }
        return calendar.date(byAdding: .day, value: 1, to: date)
    }

    private func day(_ word: String, now: Date) -> Date? {
        switch word {
        case "today", "tonight": return now
        case "tomorrow": return calendar.date(byAdding: .day, value: 1, to: now)
        default:
            guard let index = Self.weekdays.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else {
                return nil
            }
            let distance = (index + 1 - calendar.component(.weekday, from: now) + 7) % 7
            return calendar.date(byAdding: .day, value: distance == 0 ? 7 : distance, to: now)
        }
    }

    /// Parses `10am`, `10 am`, `8:30pm`, `18:00`, `noon`, `midnight`.
    private static func time(_ word: String, _ next: String?) -> (hour: Int, minute: Int, usesNext: Bool)? {
        if word == "noon" { return (12, 0, false) }
        if word == "midnight" { return (0, 0, false) }
        var digits = word[...]
        var half: Substring?
        if word.hasSuffix("am") || word.hasSuffix("pm") {
            half = word.suffix(2)
            digits = word.dropLast(2)
        }
        var usesNext = false
        if half == nil, let next, next == "am" || next == "pm" {
            half = next[...]
            usesNext = true
        }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }),
            parts.count == 2 || half != nil, let hour = Int(parts[0]),
            let minute = parts.count == 2 ? Int(parts[1]) : 0, (0...59).contains(minute)
        else { return nil }
        guard let half else { return (0...23).contains(hour) ? (hour, minute, false) : nil }
        guard (1...12).contains(hour) else { return nil }
        return (hour % 12 + (half == "pm" ? 12 : 0), minute, usesNext)
    }
}

/// Parses durations: `30m`, `2 hours`, `1h30m`, `3 days`.
enum DurationParser {
    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
        "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
        "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
        "d": 86_400, "day": 86_400, "days": 86_400,
        "w": 604_800, "week": 604_800, "weeks": 604_800,
    ]

    /// Returns the seconds; `nil` if the text is not a duration, or longer than a hundred years.
    static func seconds(_ text: some StringProtocol) -> Double? {
        var rest = text.lowercased().trimmingSpace()[...]
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest[digits.endIndex...].drop(while: \.isWhitespace)
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest[name.endIndex...].drop(while: \.isWhitespace)
            guard let count = Double(digits), let unit = units[String(name)] else { return nil }
            total += count * unit
        }
        return total <= 3_153_600_000 ? total : nil
    }
}
