import CivilDates
import FoundationEssentials

/// The calendar units of a trigger with their defaults.
///
/// Units smaller than the smallest given one default to their first value; other missing units match any value.
struct CalendarPattern {
    var year: Int?
    var month: Int?
    var day: Int?
    var weekday: Int?
    var weekdayOrdinal: Int?
    var hour: Int?
    var minute: Int?
    var second: Int?

    /// Creates a pattern from a trigger's units; `nil` if it has none.
    init?(_ components: DateComponents) {
        year = components.year
        month = components.month
        day = components.day
        weekday = components.weekday
        weekdayOrdinal = components.weekdayOrdinal
        hour = components.hour
        minute = components.minute
        second = components.second
        let namesDay = day != nil || weekday != nil || weekdayOrdinal != nil
        if second == nil {
            guard minute != nil || hour != nil || namesDay || month != nil || year != nil else { return nil }
            second = 0
            if minute == nil {
                minute = 0
                if hour == nil {
                    hour = 0
                    if !namesDay {
                        day = 1
                        month = month ?? 1
                    }
                }
            }
        }
    }

    /// Returns `true` if a day of a month matches.
    func matches(_ day: Int, of month: GregorianDay) -> Bool {
        if let wanted = self.day, wanted != day { return false }
        if let weekdayOrdinal, weekdayOrdinal != (day - 1) / 7 + 1 { return false }
        if let weekday, weekday != GregorianDay(number: month.number + day - 1).weekday { return false }
        return true
    }

    /// Returns the first matching day on or after a day; `nil` if there is none within 400 years, after which the
    /// calendar repeats.
    func firstDay(from start: GregorianDay) -> GregorianDay? {
        var (year, month, _) = start.date
        if let wanted = self.year {
            if wanted > year { (year, month) = (wanted, 1) }
        }
        let lastYear = self.year ?? (year + 400)
        while year <= lastYear {
            if self.month == nil || self.month == month {
                let first = GregorianDay(year: year, month: month, day: 1)
                for day in 1...GregorianDay.count(year: year, month: month)
                where first.number + day - 1 >= start.number && matches(day, of: first) {
                    return GregorianDay(number: first.number + day - 1)
                }
            }
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        return nil
    }

    /// Returns the first second of the day, at or after a second, whose minute and second match in any hour.
    func firstSecond(ofDayFrom start: Int) -> Int? {
        let minutes = minute.map { [$0] } ?? Array(0..<60)
        for hour in (start / 3600)..<24 {
            for minute in minutes {
                let time = hour * 3600 + minute * 60 + (second ?? 0)
                if time >= start { return time }
            }
        }
        return nil
    }
}
