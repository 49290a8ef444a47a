public import CivilTime

/// How long a habit has been kept without a miss.
///
/// For habits with days the unit is a day on which the habit is due; for n times a week it is a week. The present
/// schedule counts for the whole past. Today, and the current week, can continue a streak but never end it. A skipped
/// day neither continues nor ends a streak; in a week, only completions count.
public struct Streak: Hashable, Sendable {
    /// What is counted.
    public enum Unit: Hashable, Sendable {
        /// Days on which the habit is due.
        case days
        /// Weeks.
        case weeks
    }

    /// The largest number of days that are looked at, about 55 years.
    public static let dayLimit = 20_000

    /// The streak until today.
    public var current: Int
    /// The longest streak ever, the current one included.
    public var record: Int
    /// What is counted.
    public var unit: Unit

    /// Creates a streak.
    public init(current: Int, record: Int, unit: Unit) {
        self.current = current
        self.record = record
        self.unit = unit
    }

    /// Counts the streak of a habit.
    ///
    /// - Parameters:
    ///   - rule: The habit's rule.
    ///   - first: The first day that was ever marked, or `nil` if there is none.
    ///   - today: The current day.
    ///   - mark: Returns the mark of a day.
    public init(_ rule: DueRule, first: Day?, today: Day, _ mark: (Day) -> Mark) {
        let unit: Unit = if case .timesAWeek = rule.schedule { .weeks } else { .days }
        self.init(current: 0, record: 0, unit: unit)
        guard let first, first <= today else { return }
        let start = max(first, today - Self.dayLimit)
        switch rule.schedule {
        case .daily, .weekdays: countDays(rule, from: start, to: today, mark)
        case .timesAWeek(let times): countWeeks(rule, times, from: start, to: today, mark)
        }
    }

    private mutating func countDays(_ rule: DueRule, from start: Day, to today: Day, _ mark: (Day) -> Mark) {
        var day = start
        while day <= today {
            if rule.isDue(day, mark) {
                switch mark(day) {
                case .done: extend()
                case .skipped: break
                case .open: if day < today { current = 0 }
                }
            }
            day = day + 1
        }
    }

    private mutating func countWeeks(
        _ rule: DueRule,
        _ times: Int,
        from start: Day,
        to today: Day,
        _ mark: (Day) -> Mark
    ) {
        let thisWeek = today.startOfWeek(rule.firstWeekday)
        var week = start.startOfWeek(rule.firstWeekday)
        while week <= thisWeek {
            if rule.doneInWeek(of: week, mark) >= times {
                extend()
            } else if week < thisWeek {
                current = 0
            }
            week = week + 7
        }
    }

    private mutating func extend() {
        current += 1
        record = max(record, current)
    }
}
