package import Foundation

/// The recurrence of a schedule after its first time.
package struct Recurrence: Hashable, Sendable, Codable {
    package enum Unit: String, Hashable, Sendable, Codable {
        case hourly
        case daily
        /// On some days of every ``count``-th week; weeks begin on Mondays.
        case weekly
        /// Every ``count`` months; if a month is too short, on its last day.
        case monthly
        case yearly
    }

    package var unit: Unit
    package var count: Int
    /// The days of the week, 0 is Monday; only for weekly recurrences.
    package var days: Set<Int>
    /// The last date at which it may occur; `nil` for no end.
    package var end: Date?
    package var exclusions: [Exclusion]

    package init(unit: Unit, count: Int, days: Set<Int> = [], end: Date? = nil, exclusions: [Exclusion] = []) {
        self.unit = unit
        self.count = count
        self.days = days
        self.end = end
        self.exclusions = exclusions
    }
}

extension Recurrence {
    /// A period without occurrences; a date is in it if it meets all given conditions.
    package struct Exclusion: Hashable, Sendable, Codable {
        /// The first and the last hour of the day, inclusive; a range may span midnight.
        package var hours: [Int]?
        /// The first and the last date, inclusive.
        package var dates: [Date]?
        /// The days of the week, 0 is Monday.
        package var days: Set<Int>?

        package init(hours: [Int]? = nil, dates: [Date]? = nil, days: Set<Int>? = nil) {
            self.hours = hours
            self.dates = dates
            self.days = days
        }

        func contains(_ date: Date) -> Bool {
            if let hours, hours.count == 2 {
                let hour = CivilTime.hour(of: date)
                let isIn =
                    hours[0] <= hours[1] ? (hours[0]...hours[1]).contains(hour) : hour >= hours[0] || hour <= hours[1]
                guard isIn else { return false }
            }
            if let dates, dates.count == 2, date < dates[0] || date > dates[1] { return false }
            if let days, !days.contains(CivilTime.weekday(of: date)) { return false }
            return hours != nil || dates != nil || days != nil
        }
    }
}

/// Components of dates in UTC; a local time is represented by the date at which a clock in UTC shows it.
enum CivilTime {
    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let day = 86_400.0

    static func hour(of date: Date) -> Int { remainder(Int((date.timeIntervalSince1970 / 3600).rounded(.down)), 24) }

    /// Returns the day of the week, 0 is Monday.
    static func weekday(of date: Date) -> Int { remainder(dayNumber(of: date), 7) }

    /// Returns the number of the week, counted from a Monday in 1969.
    static func week(of date: Date) -> Int {
        let day = dayNumber(of: date)
        return (day - remainder(day, 7)) / 7
    }

    /// Returns the number of days since Monday, the 29th of December 1969.
    private static func dayNumber(of date: Date) -> Int { Int((date.timeIntervalSince1970 / day).rounded(.down)) + 3 }

    /// Returns the date at which a zone's clock shows a local time (RFC 5545, section 3.3.5).
    ///
    /// Of a local time that occurs twice it is the first. One that the clock skips is read with the offset before the gap:
    /// half past two becomes half past three.
    static func instant(of local: Date, in zone: TimeZone) -> Date {
        let offsets = [-day, day].map { zone.secondsFromGMT(for: local + $0) }
        let dates = offsets.map { local - Double($0) }
        let shown = zip(dates, offsets).first { date, offset in zone.secondsFromGMT(for: date) == offset }
        return shown?.0 ?? dates[0]
    }

    /// Returns the remainder of a floored division, which is never negative.
    private static func remainder(_ left: Int, _ right: Int) -> Int { (left % right + right) % right }
}
