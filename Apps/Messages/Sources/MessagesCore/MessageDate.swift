import TodayKit

/// Points in time as the pages write them; the surface writes numbers in the person's zone and language.
struct MessageDate {
    private static let format = Date.ISO8601FormatStyle()

    /// The day on the person's calendar.
    let today: CivilDay
    /// The person's time zone, an IANA name.
    let zone: String
    let texts: Texts

    /// The date for a list: the time if it is of today, "Yesterday", else the day.
    func short(_ date: Date) -> String {
        guard let zone = TimeZone(identifier: zone) else { return Self.macro("DATE", date, ", COMPACT") }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        if day(of: date, calendar) == today { return Self.macro("TIME", date) }
        if let next = calendar.date(byAdding: .day, value: 1, to: date), day(of: next, calendar) == today {
            return texts.yesterday
        }
        return Self.macro("DATE", date, ", COMPACT")
    }

    /// The day and the time.
    func long(_ date: Date) -> String { "\(Self.macro("DATE", date, ", SHORT")) \(Self.macro("TIME", date))" }

    private func day(of date: Date, _ calendar: Calendar) -> CivilDay? {
        let units = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = units.year, let month = units.month, let day = units.day else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    /// A date as cards have it, without fractions of seconds and within the years that they can write.
    private static func macro(_ name: String, _ date: Date, _ style: String = "") -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard (0...253_402_300_799).contains(seconds) else { return "" }
        return "{{\(name)(\(Date(timeIntervalSince1970: seconds).formatted(format))\(style))}}"
    }
}
