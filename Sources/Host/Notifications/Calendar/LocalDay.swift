/// A day of the Gregorian calendar, counted from 1 January 1970; arithmetic without any time zone.
struct LocalDay: Hashable, Comparable {
    /// Days since 1 January 1970.
    var number: Int

    /// The day of a moment in local seconds.
    init(containing localSecond: Int) {
        number = localSecond >= 0 ? localSecond / 86_400 : -((86_399 - localSecond) / 86_400)
    }

    /// A day by its number.
    init(number: Int) { self.number = number }

    /// A day by its date, which must be one of the month.
    ///
    /// After the `days_from_civil` of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    init(year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The first second of the day in local seconds.
    var begin: Int { number * 86_400 }

    /// 1 for Sunday to 7 for Saturday.
    var weekday: Int { ((number + 4) % 7 + 7) % 7 + 1 }

    /// The year and the month.
    var month: (year: Int, month: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let position = (5 * dayOfYear + 2) / 153
        let month = position < 10 ? position + 3 : position - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month)
    }

    /// How many days a month has.
    static func count(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }
}
