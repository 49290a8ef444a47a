import Foundation

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
