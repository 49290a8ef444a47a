public import TodayKit

/// Writes points in time for cards as macros, which the surface formats in the viewer's zone and language.
public enum CardDate {
    /// How long a time of day says enough, and for how long a day needs no year, in seconds.
    private static let (timeSpan, daySpan) = (12 * 3600.0, 300 * 86_400.0)

    /// Returns the time of day within half a day, and else the day, with its year if that may be another one.
    ///
    /// - Parameters:
    ///   - date: The point in time.
    ///   - now: The current time.
    ///   - showsTime: Whether the time of day stands after a day too.
    /// - Returns: The macros.
    public static func text(_ date: Date, now: Date, showsTime: Bool = false) -> String {
        let moment = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
            .formatted(Date.ISO8601FormatStyle())
        let time = "{{TIME(\(moment))}}"
        let distance = abs(now.timeIntervalSince(date))
        if distance < timeSpan { return time }
        let day = "{{DATE(\(moment),\(distance < daySpan ? "DAY" : "SHORT"))}}"
        return showsTime ? "\(day) \(time)" : day
    }
}
