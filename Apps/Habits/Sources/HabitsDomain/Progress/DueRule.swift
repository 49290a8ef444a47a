public import CivilTime

/// Decides on which days a habit is due.
public struct DueRule: Sendable {
    /// The habit's schedule.
    public let schedule: Schedule
    /// The day on which weeks begin.
    public let firstWeekday: Weekday

    /// Creates a rule.
    public init(_ schedule: Schedule, firstWeekday: Weekday) {
        self.schedule = schedule
        self.firstWeekday = firstWeekday
    }

    /// Returns whether the habit is due on a day.
    ///
    /// A habit that is to be done n times a week is due on every day until it was done n times in the week; a tick on
    /// the day itself does not count, so that it stays in the list with its tick.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - mark: Returns the mark of a day.
    /// - Returns: `true` if it is due.
    public func isDue(_ day: Day, _ mark: (Day) -> Mark) -> Bool {
        switch schedule {
        case .daily: true
        case .weekdays(let days): days.contains(day.weekday)
        case .timesAWeek(let times): doneInWeek(of: day, except: day, mark) < times
        }
    }

    /// Returns how often the habit was done in the week of a day.
    public func doneInWeek(of day: Day, except: Day? = nil, _ mark: (Day) -> Mark) -> Int {
        let start = day.startOfWeek(firstWeekday)
        return (0..<7).count { start + $0 != except && mark(start + $0) == .done }
    }
}
