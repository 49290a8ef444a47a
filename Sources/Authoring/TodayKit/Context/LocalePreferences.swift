/// The person's preferences beyond a language, as given in the language tag of a request.
///
/// The tag has these preferences in its extension `u` (RFC 6067), if the person has set them: `de-DE-u-hc-h12-ms-ussystem`
/// is German with a clock of twelve hours and the units of the United States.
public struct LocalePreferences: Hashable, Sendable {
    /// A system of measurement.
    public enum MeasurementSystem: String, Hashable, Sendable {
        /// Celsius, metres, kilometres.
        case metric
        /// Fahrenheit, miles.
        case us = "ussystem"
        /// Celsius, miles.
        case uk = "uksystem"
    }

    /// The system of measurement; `nil` if the person has not chosen one: use that of the language's region.
    public var measurementSystem: MeasurementSystem?
    /// `true` if times of day have twelve hours, with AM and PM; `nil` if the person has not chosen.
    public var usesTwelveHours: Bool?

    /// Reads the preferences in a language tag, such as `context.language`.
    ///
    /// A preference with an unknown value counts as not chosen; whatever else the tag contains is ignored.
    public init(language tag: String) {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
        guard let start = parts.firstIndex(of: "u") else { return }
        var key = Substring()
        for part in parts[(start + 1)...] {
            switch part.count {
            case 1: return  // Another extension begins.
            case 2: key = part
            default: set(key, to: String(part))
            }
        }
    }

    private mutating func set(_ key: Substring, to value: String) {
        switch (key, value) {
        case ("ms", _): measurementSystem = measurementSystem ?? MeasurementSystem(rawValue: value)
        case ("hc", "h11"), ("hc", "h12"): usesTwelveHours = usesTwelveHours ?? true
        case ("hc", "h23"), ("hc", "h24"): usesTwelveHours = usesTwelveHours ?? false
        default: break
        }
    }
}
