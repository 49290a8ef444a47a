/// The texts for conditions; an unknown value is ``Texts/unknown``.
public struct ConditionTexts: Sendable {
    private let conditions: Conditions
    private let texts: Texts

    /// Creates the texts for conditions, in the language of the surface.
    public init(_ conditions: Conditions, _ texts: Texts) {
        self.conditions = conditions
        self.texts = texts
    }

    /// The temperature, such as `61°`.
    public var temperature: String { text(conditions.temperature, Self.degrees) }

    /// The apparent temperature, such as `59°`.
    public var feelsLike: String { text(conditions.feelsLike, Self.degrees) }

    /// The humidity, such as `82%`.
    public var humidity: String { text(conditions.humidity, percent) }

    /// The chance of precipitation, such as `64%`.
    public var precipitationChance: String { text(conditions.precipitationChance, percent) }

    /// The amount of precipitation, such as `0.02 in/h`.
    public var precipitation: String {
        text(conditions.precipitation) { amount in
            conditions.units == .us ? "\(decimal(amount, 2)) in/h" : "\(decimal(amount, 1)) mm/h"
        }
    }

    /// The wind, such as `8 mph NW`.
    public var wind: String {
        text(conditions.windSpeed) { speed in
            let amount = "\(Int(speed.rounded())) \(conditions.units == .us ? "mph" : "m/s")"
            guard let direction = conditions.windDirection, speed.rounded() > 0 else { return amount }
            return "\(amount) \(texts.compassPoint(Self.compassPoint(direction)))"
        }
    }

    /// The air pressure, such as `1013 hPa` or `29.92 inHg`.
    public var pressure: String {
        text(conditions.pressure) { pressure in
            conditions.units == .us
                ? "\(decimal(pressure / Self.hectopascalsPerInch, 2)) inHg" : "\(Int(pressure.rounded())) hPa"
        }
    }

    /// The pressure of an inch of mercury.
    private static let hectopascalsPerInch = 33.8639

    /// The visibility, such as `10 mi`.
    public var visibility: String {
        text(conditions.visibility) { distance in
            let unit = conditions.units == .us ? "mi" : "km"
            return distance < 9.95 ? "\(decimal(distance, 1)) \(unit)" : "\(Int(distance.rounded())) \(unit)"
        }
    }

    /// The weather in words: the provider's own, or those for the sky.
    public var summary: String { conditions.summary ?? conditions.sky.map(texts.sky) ?? Texts.unknown }

    private func text(_ value: Double?, _ format: (Double) -> String) -> String {
        value.map(format) ?? Texts.unknown
    }

    /// Returns whole degrees, with halves rounded away from zero and never `-0°`.
    static func degrees(_ value: Double) -> String { "\(Int(value.rounded(.toNearestOrAwayFromZero)))°" }

    private func percent(_ fraction: Double) -> String { texts.percent(Int((fraction * 100).rounded())) }

    private func decimal(_ value: Double, _ places: Int) -> String { texts.decimal(Self.decimal(value, places)) }

    /// Returns a number that is not negative, with a number of decimals.
    static func decimal(_ value: Double, _ places: Int) -> String {
        var factor = 1
        for _ in 0..<places { factor *= 10 }
        let scaled = Int((value * Double(factor)).rounded())
        let fraction = String(scaled % factor)
        return "\(scaled / factor).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
    }

    /// Returns the nearest of eight points of the compass: 0 is north, 2 is east.
    static func compassPoint(_ degrees: Double) -> Int {
        let index = Int((degrees / 45).rounded()) % 8
        return index < 0 ? index + 8 : index
    }
}
