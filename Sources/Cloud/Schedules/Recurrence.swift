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
