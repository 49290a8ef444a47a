import AppLanguages
import HabitsDomain

/// Days in the language.
///
/// The date macros of cards show points in time in the viewer's zone; a day is none, and must be the same everywhere.
extension Texts {
    /// Returns a day with its weekday, such as `Sunday, November 22`.
    func day(_ day: Day) -> String {
        let month = monthName(day.date.month)
        let weekday = language == .japanese ? shortWeekday(day.weekday) : weekday(day.weekday)
        return AppLanguage.hasMonthFirst(surface)
            ? dateMonthFirst(weekday, month: month, day: day.date.day)
            : date(weekday, month: month, day: day.date.day)
    }

    /// Returns a month with its year, such as `November 2026`.
    func month(_ month: Month) -> String { monthAndYear(monthName(month.month), year: month.year) }

    /// Returns the name of a weekday.
    func weekday(_ weekday: Weekday) -> String { String(weekdays.split(separator: " ")[weekday.index]) }

    /// Returns the short name of a weekday, for the head of a calendar.
    func shortWeekday(_ weekday: Weekday) -> String { String(shortWeekdays.split(separator: " ")[weekday.index]) }

    /// Returns a schedule in words.
    func schedule(_ schedule: Schedule, firstWeekday: Weekday) -> String {
        switch schedule {
        case .daily: daily
        case .weekdays(let days):
            Weekday.week(from: firstWeekday).filter(days.contains).map(shortWeekday).joined(separator: weekdaySeparator)
        case .timesAWeek(let times): timesAWeek(times)
        }
    }

    private func monthName(_ month: Int) -> String {
        String(months.split(separator: " ")[max(0, min(11, month - 1))])
    }
}
