public import AppLanguages

/// The texts of the page and the widget, and the times in them.
public struct Texts: AppTexts {
    /// The app's folder below Apps.
    public static let app = "Clock"

    /// The language of the surface, a BCP 47 tag.
    public let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) { self.surface = surface }

    /// What stands beside the time of a clock: its name, or else the city of its zone.
    public func title(of clock: SavedClock) -> String { clock.label ?? ZoneCities(surface).city(of: clock.zone) }

    /// The time of day, as the language and the region write it.
    func time(_ time: LocalTime) -> String { ClockFormat(surface).text(time.hour, time.minute) }

    /// How a clock differs from the person's: the day if it is another one, and the hours; `UTC+9` if the host does not
    /// know where the person is.
    func difference(_ time: LocalTime, from home: LocalTime) -> String {
        let minutes = (time.offset - home.offset) / 60
        let sign = minutes < 0 ? "\u{2212}" : "+"
        let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
        let amount = rest == 0 ? "\(hours)" : "\(hours):\(rest < 10 ? "0" : "")\(rest)"
        if home.isUTC { return minutes == 0 ? "UTC" : "UTC\(sign)\(amount)" }
        let day =
            switch time.day - home.day {
            case 0: today
            case 1...: tomorrow
            default: yesterday
            }
        return dayAndHours(day, hours: sign + amount)
    }
}
