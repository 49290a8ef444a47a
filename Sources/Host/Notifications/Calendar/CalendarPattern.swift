import CivilDates
import FoundationEssentials

/// The calendar units of a trigger with their defaults.
///
/// Units smaller than the smallest given one default to their first value; other missing units match any value.
struct CalendarPattern {
    /// The units with their defaults.
    private(set) var units: DateComponents

    /// Creates a pattern from a trigger's units; `nil` if it has none.
    init?(_ components: DateComponents) {
        units = components
        let namesDay = units.day != nil || units.weekday != nil || units.weekdayOrdinal != nil
        guard units.second == nil else { return }
        guard units.minute != nil || units.hour != nil || namesDay || units.month != nil || units.year != nil else {
            return nil
        }
        units.second = 0
        guard units.minute == nil else { return }
        units.minute = 0
        guard units.hour == nil else { return }
        units.hour = 0
        guard !namesDay else { return }
        units.day = 1
        units.month = units.month ?? 1
    }

    /// Returns `true` if a day of a month matches.
    func matches(_ day: Int, of month: GregorianDay) -> Bool {
        if let wanted = units.day, wanted != day { return false }
        if let ordinal = units.weekdayOrdinal, ordinal != (day - 1) / 7 + 1 { return false }
        if let weekday = units.weekday, weekday != GregorianDay(number: month.number + day - 1).weekday { return false }
        return true
    }

    /// Returns the first matching day on or after a day; `nil` if there is none within 400 years, after which the
    /// calendar repeats.
    func firstDay(from start: GregorianDay) -> GregorianDay? {
        var (year, month, _) = start.date
        if let wanted = units.year {
            if wanted > year { (year, month) = (wanted, 1) }
        }
        let lastYear = units.year ?? (year + 400)
        while year <= lastYear {
            if units.month == nil || units.month == month {
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
        let minutes = units.minute.map { [$0] } ?? Array(0..<60)
        for hour in (start / 3600)..<24 {
            for minute in minutes {
                let time = hour * 3600 + minute * 60 + (units.second ?? 0)
                if time >= start { return time }
            }
        }
        return nil
    }
}
