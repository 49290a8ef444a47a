/// The parts of a date that are compared where not all of it counts.
package enum DateParts: String, CaseIterable, Hashable, Sendable {
    /// The day of the month.
    case day
    /// The month, whatever the year.
    case month
    /// Month and day, whatever the year.
    case monthDay = "month_day"
    /// Year and month.
    case yearMonth = "year_month"
    /// The whole day.
    case yearMonthDay = "year_month_day"

    /// Whether two dates have the same parts.
    package func areSame(_ one: CalendarDate, _ other: CalendarDate) -> Bool {
        switch self {
        case .day: one.day == other.day
        case .month: one.month == other.month
        case .monthDay: (one.month, one.day) == (other.month, other.day)
        case .yearMonth: (one.year, one.month) == (other.year, other.month)
        case .yearMonthDay: (one.year, one.month, one.day) == (other.year, other.month, other.day)
        }
    }
}
