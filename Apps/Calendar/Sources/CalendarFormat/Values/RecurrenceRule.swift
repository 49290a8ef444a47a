public import CivilTime

/// A rule by which an event repeats (`RRULE`; RFC 5545, section 3.3.10), as far as it concerns days.
///
/// Foundation's `Calendar.RecurrenceRule` is not used: it needs Foundation's time zones, which would cost a widget half of
/// its memory.
public struct RecurrenceRule: Codable, Hashable, Sendable {
    /// The length of the periods in which days are selected.
    public enum Frequency: String, Codable, Hashable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A day of the week, in `BYDAY`.
    public struct WeekdayRule: Codable, Hashable, Sendable {
        /// Which one of the month or year: 1 for the first, -1 for the last; `nil` for each.
        public var ordinal: Int?
        /// The day.
        public var weekday: Weekday
    }

    /// How long a period is.
    public var frequency: Frequency
    /// Each how many-th period is used, from 1.
    public var interval = 1
    /// How many times there are in total; `nil` without a limit.
    public var count: Int?
    /// The last possible time; `nil` without a limit.
    public var until: EventTime?
    /// `BYDAY`; this and the following are empty if the rule has no such part.
    public var weekdays: [WeekdayRule] = []
    /// `BYMONTHDAY`: 1 to 31, and -1 to -31 from the end.
    public var monthDays: [Int] = []
    /// `BYYEARDAY`: 1 to 366, and -1 to -366 from the end.
    public var yearDays: [Int] = []
    /// `BYMONTH`: 1 to 12.
    public var months: [Int] = []
    /// `BYSETPOS`: which of the days of a period count.
    public var positions: [Int] = []
    /// `WKST`: the day on which weeks begin.
    public var weekStart = Weekday.monday

    /// Creates a rule without parts.
    public init(_ frequency: Frequency) { self.frequency = frequency }

    /// Reads a rule; `nil` if it is malformed or has a part that is not supported.
    ///
    /// Repetition within a day and weeks by their number are not supported.
    ///
    /// - Parameters:
    ///   - text: The value of `RRULE`.
    ///   - start: The first time of the event.
    init?(_ text: String, start: EventTime) {
        var parts: [String: Substring] = [:]
        for part in text.split(separator: ";").prefix(32) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            parts[pair[0].uppercased()] = pair[1]
        }
        guard let frequency = parts.removeValue(forKey: "FREQ").flatMap({ Frequency(rawValue: $0.uppercased()) })
        else { return nil }
        self.init(frequency)
        for (name, value) in parts {
            guard read(name, value, start: start) else { return nil }
        }
        guard count == nil || until == nil else { return nil }
    }

    private mutating func read(_ name: String, _ value: Substring, start: EventTime) -> Bool {
        func numbers(_ range: ClosedRange<Int>) -> [Int]? {
            let numbers = value.split(separator: ",").prefix(400).map { Int($0) ?? .min }
            return numbers.allSatisfy { range.contains($0) && ($0 != 0 || range.lowerBound == 0) } ? numbers : nil
        }
        func isOnly(_ number: Int, _ range: ClosedRange<Int>) -> Bool { numbers(range) == [number] }
        switch name {
        case "INTERVAL":
            guard let number = Int(value), (1...100_000).contains(number) else { return false }
            interval = number
        case "COUNT":
            guard let number = Int(value), number > 0 else { return false }
            count = number
        case "UNTIL":
            until = EventTime(value, zone: nil)
            return until != nil
        case "BYDAY":
            let days = value.split(separator: ",").prefix(400).map { WeekdayRule($0) }
            weekdays = days.compactMap(\.self)
            return weekdays.count == days.count
        case "BYMONTHDAY":
            monthDays = numbers(-31...31) ?? []
            return !monthDays.isEmpty
        case "BYYEARDAY":
            yearDays = numbers(-366...366) ?? []
            return !yearDays.isEmpty && frequency == .yearly
        case "BYMONTH":
            months = numbers(1...12) ?? []
            return !months.isEmpty
        case "BYSETPOS":
            positions = numbers(-366...366) ?? []
            return !positions.isEmpty
        case "WKST":
            guard let day = WeekdayRule(value), day.ordinal == nil else { return false }
            weekStart = day.weekday
        // Some programs repeat the time of the start in the rule.
        case "BYHOUR": return isOnly(start.secondOfDay / 3600, 0...23)
        case "BYMINUTE": return isOnly(start.secondOfDay % 3600 / 60, 0...59)
        case "BYSECOND": return isOnly(start.secondOfDay % 60, 0...60)
        case "BYWEEKNO": return false
        default: break
        }
        return true
    }
}

extension RecurrenceRule.WeekdayRule {
    private static let names: [Substring: Weekday] = [
        "SU": .sunday, "MO": .monday, "TU": .tuesday, "WE": .wednesday, "TH": .thursday, "FR": .friday, "SA": .saturday,
    ]

    /// Reads `MO`, `2TU` or `-1SU`; `nil` if it is none of these.
    init?(_ text: Substring) {
        guard let weekday = Self.names[Substring(text.suffix(2).uppercased())] else { return nil }
        let number = text.dropLast(2)
        guard !number.isEmpty else {
            self.init(ordinal: nil, weekday: weekday)
            return
        }
        guard let ordinal = Int(number), ordinal != 0, (-53...53).contains(ordinal) else { return nil }
        self.init(ordinal: ordinal, weekday: weekday)
    }
}
