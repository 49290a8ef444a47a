package import Foundation

/// The units in which dates of attributes are counted; calendar and clock are those of UTC.
package enum DateUnit: String, CaseIterable, Hashable, Sendable {
    /// Years.
    case years
    /// Months.
    case months
    /// Days.
    case days
    /// Hours.
    case hours
    /// Minutes.
    case minutes

    /// The date so many units later, or earlier if the number is negative.
    package func adding(_ count: Int, to date: Date) -> Date {
        switch self {
        case .years: CalendarDate(date).adding(months: count * 12).date
        case .months: CalendarDate(date).adding(months: count).date
        case .days: date.addingTimeInterval(Double(count) * 86_400)
        case .hours: date.addingTimeInterval(Double(count) * 3600)
        case .minutes: date.addingTimeInterval(Double(count) * 60)
        }
    }

    /// When the unit began that a date is in.
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
