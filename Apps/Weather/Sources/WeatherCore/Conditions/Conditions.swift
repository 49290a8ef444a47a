import TodayKit

/// The weather at one place and time; a value that the provider did not give is `nil`.
public struct Conditions: Hashable, Sendable {
    /// The units of all numbers.
    public var units: Units
    /// The temperature, in °F or °C.
    public var temperature: Double?
    /// The apparent temperature, in °F or °C.
    public var feelsLike: Double?
    /// The relative humidity, 0 to 1.
    public var humidity: Double?
    /// The chance of precipitation, 0 to 1.
    public var precipitationChance: Double?
    /// The amount of precipitation, in inches or millimetres per hour.
    public var precipitation: Double?
    /// The wind speed, in miles per hour or metres per second.
    public var windSpeed: Double?
    /// The direction from which the wind comes, in degrees clockwise from north.
    public var windDirection: Double?
    /// The air pressure at sea level, in hectopascals.
    public var pressure: Double?
    /// The visibility, in miles or kilometres.
    public var visibility: Double?
    /// The state of the sky.
    public var sky: Sky?
    /// The provider's description of the weather.
    public var summary: String?

    /// The weather of the coming hours and days.
    public var forecast = Forecast()

    /// Creates conditions.
    public init(units: Units, temperature: Double? = nil) {
        self.units = units
        self.temperature = temperature
    }

    /// Whether the provider gave any value at all.
    var isKnown: Bool { self != Conditions(units: units) }
}

/// The units of numbers in requests and on the screen.
public enum Units: String, Hashable, Sendable {
    /// Fahrenheit, miles, inches.
    case us
    /// Celsius, metres per second, kilometres, millimetres.
    case si

    /// Returns the units that the person has set, or else those that are most common in the region of a language.
    ///
    /// - Parameter language: A BCP 47 tag, of which only the region and the preferences matter.
    public init(language: String) {
        switch LocalePreferences(language: language).measurementSystem {
        case .us: self = .us
        case .metric, .uk: self = .si
        case nil: self = Self.ofRegion(language)
        }
    }

    private static func ofRegion(_ language: String) -> Units {
        let regions = language.uppercased().split(separator: "-").dropFirst()
        return regions.contains("US") ? .us : .si
    }
}
