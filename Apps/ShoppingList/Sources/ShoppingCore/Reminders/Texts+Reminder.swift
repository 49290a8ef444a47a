import AppLanguages
import TodayKit

/// The texts of the reminder.
extension Texts {
    func at(_ reminder: Reminder, zone: String?) -> String {
        guard let zone else { return at(reminder) }
        return timeInZone(at(reminder), zone: zone)
    }

    func at(_ reminder: Reminder) -> String {
        let time = ClockFormat(surface).text(reminder.hour, reminder.minute)
        switch reminder.recurrence {
        case .once(let day):
            let (weekday, month) = (weekday(day.weekday), month(day.month))
            return AppLanguage.hasMonthFirst(surface)
                ? dateMonthFirstAt(weekday, month: month, day: day.day, year: day.year, time: time)
                : dateAt(weekday, month: month, day: day.day, year: day.year, time: time)
        case .daily: return dailyAt(time)
        case .weekly(let number): return weeklyAt(weekday(number), time: time)
        }
    }

    private func weekday(_ number: Int) -> String {
        String(weekdays.split(separator: " ")[max(0, min(6, number - 1))])
    }

    private func month(_ number: Int) -> String {
        String(months.split(separator: " ")[max(0, min(11, number - 1))])
    }
}
