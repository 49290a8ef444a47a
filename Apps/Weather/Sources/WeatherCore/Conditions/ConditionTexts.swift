/// The texts for conditions; an unknown value is ``Texts/unknown``.
public struct ConditionTexts: Sendable {
    private let conditions: Conditions

    /// Creates the texts for conditions.
    public init(_ conditions: Conditions) { self.conditions = conditions }

    /// The temperature, such as `61°`.
    public var temperature: String { Self.degrees(conditions.temperature) }

    /// The apparent temperature, such as `59°`.
    public var feelsLike: String { text(conditions.feelsLike, Self.degrees) }

    /// The humidity, such as `82%`.
    public var humidity: String { text(conditions.humidity, Self.percent) }

    /// The chance of precipitation, such as `64%`.
    public var precipitationChance: String { text(conditions.precipitationChance, Self.percent) }

    /// The amount of precipitation, such as `0.02 in/h`.
    public var precipitation: String {
        text(conditions.precipitation) { amount in
            conditions.units == .us ? "\(Self.decimal(amount, 2)) in/h" : "\(Self.decimal(amount, 1)) mm/h"
        }
    }

    /// The wind, such as `8 mph NW`.
    public var wind: String {
        text(conditions.windSpeed) { speed in
            let amount = "\(Int(speed.rounded())) \(conditions.units == .us ? "mph" : "m/s")"
            guard let direction = conditions.windDirection, speed.rounded() > 0 else { return amount }
            return "\(amount) \(Self.compassPoint(direction))"
        }
    }

    /// The air pressure, such as `1013 hPa`.
    public var pressure: String { text(conditions.pressure) { "\(Int($0.rounded())) hPa" } }

    /// The visibility, such as `10 mi`.
    public var visibility: String {
        text(conditions.visibility) { distance in
            let unit = conditions.units == .us ? "mi" : "km"
            return distance < 9.95 ? "\(Self.decimal(distance, 1)) \(unit)" : "\(Int(distance.rounded())) \(unit)"
        }
    }

    /// The weather in words: the provider's own, or those for the sky.
    public var summary: String { conditions.summary ?? conditions.sky.map(Texts.sky) ?? Texts.unknown }

    /// A symbol for the sky, or an empty text if the sky is unknown.
    public var symbol: String { conditions.sky?.symbol ?? "" }

    private func text(_ value: Double?, _ format: (Double) -> String) -> String {
        value.map(format) ?? Texts.unknown
    }

    /// Returns whole degrees, with halves rounded away from zero and never `-0°`.
    static func degrees(_ value: Double) -> String { "\(Int(value.rounded(.toNearestOrAwayFromZero)))°" }

    private static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded()))%" }

    /// Returns a number that is not negative, with a number of decimals.
    static func decimal(_ value: Double, _ places: Int) -> String {
        var factor = 1
        for _ in 0..<places { factor *= 10 }
        let scaled = Int((value * Double(factor)).rounded())
        let fraction = String(scaled % factor)
        return "\(scaled / factor).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
    }

    static func compassPoint(_ degrees: Double) -> String {
        let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
        let index = Int((degrees / 45).rounded()) % points.count
        return points[index < 0 ? index + points.count : index]
    }
}
