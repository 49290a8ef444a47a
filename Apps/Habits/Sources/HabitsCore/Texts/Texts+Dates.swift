import AppLanguages
import HabitsDomain

/// Days in the three languages.
///
/// The date macros of cards show points in time in the viewer's zone; a day is none, and must be the same everywhere.
extension Texts {
    /// Returns a day with its weekday, such as `Sunday, November 22`.
    func day(_ day: Day) -> String {
        let date = day.date
        let weekday = weekday(day.weekday)
        return switch language {
        case .english where hasMonthFirst: "\(weekday), \(monthName(date.month)) \(date.day)"
        case .english: "\(weekday) \(date.day) \(monthName(date.month))"
        case .japanese: "\(date.month)月\(date.day)日（\(shortWeekday(day.weekday))）"
        case .german: "\(weekday), \(date.day). \(monthName(date.month))"
        }
    }

    /// Returns a month with its year, such as `November 2026`.
    func month(_ month: Month) -> String {
        switch language {
        case .english, .german: "\(monthName(month.month)) \(month.year)"
        case .japanese: "\(month.year)年\(month.month)月"
        }
    }

    /// Returns the name of a weekday.
    func weekday(_ weekday: Weekday) -> String {
        switch language {
        case .english: Self.englishDays[weekday.index]
        case .japanese: Self.japaneseDays[weekday.index] + "曜日"
        case .german: Self.germanDays[weekday.index]
        }
    }

    /// Returns the short name of a weekday, for the head of a calendar.
    func shortWeekday(_ weekday: Weekday) -> String {
        switch language {
        case .english: String(Self.englishDays[weekday.index].prefix(3))
        case .japanese: Self.japaneseDays[weekday.index]
        case .german: String(Self.germanDays[weekday.index].prefix(2))
        }
    }

    /// Returns a schedule in words.
    func schedule(_ schedule: Schedule, firstWeekday: Weekday) -> String {
        switch schedule {
        case .daily: daily
        case .weekdays(let days):
            Weekday.week(from: firstWeekday).filter(days.contains).map(shortWeekday).joined(
                separator: language == .japanese ? "・" : ", "
            )
        case .timesAWeek(let times): timesAWeek(times)
        }
    }

    private func monthName(_ month: Int) -> String {
        let names = language == .german ? Self.germanMonths : Self.englishMonths
        return names[max(0, min(11, month - 1))]
    }

    private static let englishDays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let germanDays = [
        "Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag",
    ]
    private static let japaneseDays = ["日", "月", "火", "水", "木", "金", "土"]
    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let germanMonths = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]
}
