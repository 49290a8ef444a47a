import TodayKit

/// Points in time as the pages write them; the surface writes them in the person's zone and language.
struct MessageDate {
    private static let format = Date.ISO8601FormatStyle()
    /// How long a message shows its time, in seconds: that is no more than a clock goes around.
    static let timeSpan: TimeInterval = 86_400

    /// The host's time.
    let now: Date

    /// The date for a list: the time while a clock shows it once, else the day.
    ///
    /// A program in the sandbox knows no time zones, so it cannot know which day it was where the person is.
    func short(_ date: Date) -> String {
        Self.isRecent(date, now) ? Self.macro("TIME", date) : Self.macro("DATE", date, ", COMPACT")
    }

    /// The day and the time.
    func long(_ date: Date) -> String { "\(Self.macro("DATE", date, ", SHORT")) \(Self.macro("TIME", date))" }

    /// Whether a message shows its time.
    static func isRecent(_ date: Date, _ now: Date) -> Bool {
        (0..<timeSpan).contains(now.timeIntervalSince(date))
    }

    /// A date as cards have it, without fractions of seconds and within the years that they can write.
    private static func macro(_ name: String, _ date: Date, _ style: String = "") -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard (0...253_402_300_799).contains(seconds) else { return "" }
        return "{{\(name)(\(Date(timeIntervalSince1970: seconds).formatted(format))\(style))}}"
    }
}
