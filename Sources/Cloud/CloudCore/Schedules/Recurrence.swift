package import Foundation

/// How often something happens again after its first time.
package struct Recurrence: Hashable, Sendable, Codable {
    /// The unit in which it is counted.
    package enum Unit: String, Hashable, Sendable, Codable {
        /// Every so many hours.
        case hourly
        /// Every so many days.
        case daily
        /// On some days of every so many weeks, which begin on Mondays.
        case weekly
        /// Every so many months; where a month is too short, on its last day.
        case monthly
        /// Every so many years.
        case yearly
    }

    /// The unit.
    package var unit: Unit
    /// How many units are between two times.
    package var count: Int
    /// The days of the week on which it happens, 0 being Monday; only of weekly ones.
    package var days: Set<Int>
    /// After which date it happens no more.
    package var end: Date?
    /// When it does not happen.
    package var exclusions: [Exclusion]

    /// Describes a recurrence.
    package init(unit: Unit, count: Int, days: Set<Int> = [], end: Date? = nil, exclusions: [Exclusion] = []) {
        self.unit = unit
        self.count = count
        self.days = days
        self.end = end
        self.exclusions = exclusions
    }
}

extension Recurrence {
    /// A time in which something does not happen: all that is given must hold.
    package struct Exclusion: Hashable, Sendable, Codable {
        /// The first and the last hour of the day, both included; the last may be before the first.
        package var hours: [Int]?
        /// The first and the last date, both included.
        package var dates: [Date]?
        /// The days of the week, 0 being Monday.
        package var days: Set<Int>?

        /// Describes a time.
        package init(hours: [Int]? = nil, dates: [Date]? = nil, days: Set<Int>? = nil) {
            self.hours = hours
            self.dates = dates
            self.days = days
        }

        /// Whether a date is in it.
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

/// Dates read as a calendar in UTC has them; a local time is held as the date at which a clock in UTC shows it.
enum CivilTime {
    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let day = 86_400.0

    /// The hour of the day.
    static func hour(of date: Date) -> Int { remainder(Int((date.timeIntervalSince1970 / 3600).rounded(.down)), 24) }

    /// The day of the week, 0 being Monday.
    static func weekday(of date: Date) -> Int { remainder(dayNumber(of: date), 7) }

    /// How many Mondays there were since one long ago.
    static func week(of date: Date) -> Int {
        let day = dayNumber(of: date)
        return (day - remainder(day, 7)) / 7
    }

    /// Days counted from a Monday, the 29th of December 1969.
    private static func dayNumber(of date: Date) -> Int { Int((date.timeIntervalSince1970 / day).rounded(.down)) + 3 }

    /// When a clock in a zone shows a local time; a time that the zone leaves out is shown an hour later.
    static func instant(of local: Date, in zone: TimeZone) -> Date {
        let guess = local.addingTimeInterval(-Double(zone.secondsFromGMT(for: local)))
        return local.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    }

    /// The remainder that is never negative.
    private static func remainder(_ left: Int, _ right: Int) -> Int { (left % right + right) % right }
}
