import CivilDates
package import Foundation

/// A date and time in UTC in whole seconds, in the proleptic Gregorian calendar.
package struct CalendarDate: Hashable, Sendable {
    /// The years that can be written with four digits.
    package static let years = 1...9999

    package let year: Int
    /// From 1 to 12.
    package let month: Int
    /// From 1 to 31.
    package let day: Int
    /// The seconds since midnight.
    package let time: Int

    /// Converts a date; fractions of a second are dropped.
    package init(_ date: Date) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        time = ((seconds % 86_400) + 86_400) % 86_400
        (year, month, day) = GregorianDay(containing: seconds).date
    }

    /// Makes a date; `nil` if the day or the time does not exist, or the year is outside of ``years``.
    package init?(_ year: Int, _ month: Int, _ day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard Self.years.contains(year), (1...12).contains(month), (0..<24).contains(hour), (0..<60).contains(minute),
            (0..<60).contains(second),
            (1...GregorianDay.count(year: year, month: month)).contains(day)
        else { return nil }
        (self.year, self.month, self.day, time) = (year, month, day, hour * 3600 + minute * 60 + second)
    }

    private init(year: Int, month: Int, day: Int, time: Int) {
        (self.year, self.month, self.day, self.time) = (year, month, day, time)
    }

    package var date: Date {
        Date(timeIntervalSince1970: Double(GregorianDay(year: year, month: month, day: day).firstSecond + time))
    }

    /// Returns the date some months later, or earlier; a day that the new month lacks becomes its last day.
    package func adding(months: Int) -> CalendarDate {
        let count = year * 12 + (month - 1) + months
        let month = ((count % 12) + 12) % 12
        let year = (count - month) / 12
        let length = GregorianDay.count(year: year, month: month + 1)
        return CalendarDate(year: year, month: month + 1, day: min(day, length), time: time)
    }

    /// Writes `2026-03-01T08:00:00`, or with another separator.
    package func text(separator: String = "T") -> String {
        let date = [Self.pad(year, 4), Self.pad(month, 2), Self.pad(day, 2)].joined(separator: "-")
        let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.pad($0, 2) }.joined(separator: ":")
        return date + separator + clock
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

package enum DateParts: String, CaseIterable, Hashable, Sendable {
    /// From 1 to 31.
    case day
    case month
    case monthDay = "month_day"
    case yearMonth = "year_month"
    case yearMonthDay = "year_month_day"

    package func match(_ one: CalendarDate, _ other: CalendarDate) -> Bool {
        switch self {
        case .day: one.day == other.day
        case .month: one.month == other.month
        case .monthDay: (one.month, one.day) == (other.month, other.day)
        case .yearMonth: (one.year, one.month) == (other.year, other.month)
        case .yearMonthDay: (one.year, one.month, one.day) == (other.year, other.month, other.day)
        }
    }
}

/// The units of relative dates of attributes, in UTC.
package enum DateUnit: String, CaseIterable, Hashable, Sendable {
    case years
    case months
    case days
    case hours
    case minutes

    package func adding(_ count: Int, to date: Date) -> Date {
        switch self {
        case .years: CalendarDate(date).adding(months: count * 12).date
        case .months: CalendarDate(date).adding(months: count).date
        case .days: date.addingTimeInterval(Double(count) * 86_400)
        case .hours: date.addingTimeInterval(Double(count) * 3600)
        case .minutes: date.addingTimeInterval(Double(count) * 60)
        }
    }

    package func start(of date: Date) -> Date {
        let seconds = date.timeIntervalSince1970
        let parts = CalendarDate(date)
        return switch self {
        case .years: CalendarDate(parts.year, 1, 1)?.date ?? date
        case .months: CalendarDate(parts.year, parts.month, 1)?.date ?? date
        case .days: Date(timeIntervalSince1970: (seconds / 86_400).rounded(.down) * 86_400)
        case .hours: Date(timeIntervalSince1970: (seconds / 3600).rounded(.down) * 3600)
        case .minutes: Date(timeIntervalSince1970: (seconds / 60).rounded(.down) * 60)
        }
    }
}
