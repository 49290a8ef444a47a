/// A day of the proleptic Gregorian calendar, independent of any time zone.
///
/// The conversions are `days_from_civil` and `civil_from_days` of Howard Hinnant's "chrono-Compatible Low-Level Date
/// Algorithms": there, years begin in March, so that the leap day comes last.
package struct GregorianDay: Hashable, Comparable, Sendable {
    /// The number of days since 1 January 1970; negative before it.
    package var number: Int

    package init(number: Int) { self.number = number }

    /// Creates the day that contains a second, counted from the beginning of 1 January 1970.
    package init(containing second: Int) {
        number = second >= 0 ? second / 86_400 : -((86_399 - second) / 86_400)
    }

    /// Creates a day from a date with a month from 1 to 12; a day beyond the end of the month counts into the next
    /// month.
    package init(year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    package var date: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    package var firstSecond: Int { number * 86_400 }

    /// The day of the week: 1 for Sunday to 7 for Saturday.
    package var weekday: Int { ((number + 4) % 7 + 7) % 7 + 1 }

    /// The number of days of a month, 28 to 31.
    package static func count(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package static func < (left: GregorianDay, right: GregorianDay) -> Bool { left.number < right.number }
}
