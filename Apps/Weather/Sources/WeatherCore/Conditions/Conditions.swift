/// The weather at one place and time; what a provider did not tell is `nil`.
public struct Conditions: Hashable, Sendable {
    /// The units of all numbers.
    public var units: Units
    /// The temperature, in °F or °C.
    public var temperature: Double
    /// What the temperature feels like, in °F or °C.
    public var feelsLike: Double?
    /// The relative humidity, 0 to 1.
    public var humidity: Double?
    /// The chance of precipitation, 0 to 1.
    public var precipitationChance: Double?
    /// How much falls, in inches or millimetres an hour.
    public var precipitation: Double?
    /// The wind's speed, in miles an hour or metres a second.
    public var windSpeed: Double?
    /// Where the wind comes from, in degrees clockwise from north.
    public var windDirection: Double?
    /// The air pressure at sea level, in hectopascals.
    public var pressure: Double?
    /// How far one sees, in miles or kilometres.
    public var visibility: Double?
    /// What the sky looks like.
    public var sky: Sky?
    /// The provider's own words for it.
    public var summary: String?

    /// Describes the weather.
    public init(units: Units, temperature: Double) {
        self.units = units
        self.temperature = temperature
    }
}

/// The units in which numbers are asked for and shown.
public enum Units: String, Hashable, Sendable {
    /// Fahrenheit, miles, inches.
    case us
    /// Celsius, metres a second, kilometres, millimetres.
    case si

    /// What people who read a language use most.
    ///
    /// - Parameter language: A BCP 47 tag; only its region counts.
    public init(language: String) {
        let regions = language.uppercased().split(separator: "-").dropFirst()
        self = regions.contains("US") ? .us : .si
    }
}
