import TodayKit

/// Writes times of day as the person wants them: as they chose in Settings, or else as their language and region do.
public struct ClockFormat: Hashable, Sendable {
    /// The regions that write times of day in English with AM and PM.
    private static let twelveHourRegions: Set<String> = ["US", "CA", "AU", "NZ", "IN", "PH"]

    private let language: AppLanguage
    private let usesTwelveHours: Bool

    /// Creates the format for the language of the surface, a BCP 47 tag.
    public init(_ surface: String) {
        language = AppLanguage(surface)
        usesTwelveHours =
            LocalePreferences(language: surface).usesTwelveHours
            ?? (language == .english && Self.twelveHourRegions.contains(AppLanguage.region(of: surface) ?? "US"))
    }

    /// Returns a time of day, such as `08:30`, `8:30` in Japanese, or `8:30 AM` with a space that does not break.
    ///
    /// - Parameters:
    ///   - hour: The hour, 0 to 23.
    ///   - minute: The minute, 0 to 59.
    /// - Returns: The text.
    public func text(_ hour: Int, _ minute: Int) -> String {
        let minute = minute < 10 ? "0\(minute)" : "\(minute)"
        guard usesTwelveHours else {
            return "\(hour < 10 && language != .japanese ? "0" : "")\(hour):\(minute)"
        }
        return "\(hour % 12 == 0 ? 12 : hour % 12):\(minute)\u{a0}\(hour < 12 ? "AM" : "PM")"
    }
}
