public import CivilTime

/// The weeks of a month, as a calendar shows them.
public struct MonthGrid: Hashable, Sendable {
    /// The state of a habit on a day of the calendar.
    public enum State: Hashable, Sendable {
        /// It was done.
        case done
        /// It was skipped.
        case skipped
        /// It was due and is not done, after the day or week has passed.
        case missed
        /// It can still be done today.
        case open
        /// It was not due, or the day is still to come, or is before the habit was first kept.
        case free
    }

    /// The weekdays in their order.
    public let weekdays: [Weekday]
    /// The weeks, each with seven days; days of other months are `nil`.
    public let weeks: [[Day?]]

    /// Creates the calendar of a month.
    public init(_ month: Month, firstWeekday: Weekday) {
        weekdays = Weekday.week(from: firstWeekday)
        let start = month.firstDay.startOfWeek(firstWeekday)
        let end = month.firstDay + month.length
        weeks = stride(from: start.number, to: end.number, by: 7).map { number in
            (0..<7).map { index in
                let day = Day(number: number + index)
                return day.month == month ? day : nil
            }
        }
    }

    /// Returns the state of a habit on a day.
    ///
    /// - Parameters:
    ///   - rule: The habit's rule.
    ///   - day: The day.
    ///   - first: The first day that was ever marked, or `nil` if there is none.
    ///   - today: The current day.
    ///   - mark: Returns the mark of a day.
    /// - Returns: The state.
    public static func state(
        _ rule: DueRule,
        on day: Day,
        first: Day?,
        today: Day,
        _ mark: (Day) -> Mark
    ) -> State {
        switch mark(day) {
        case .done: return .done
        case .skipped: return .skipped
        case .open: break
        }
        guard day <= today, rule.isDue(day, mark) else { return .free }
        if day == today { return .open }
        guard let first, first <= day else { return .free }
        // Of the days of a week on which nothing was done, none in particular was missed.
        if case .timesAWeek = rule.schedule { return .free }
        return .missed
    }
}
