/// The state of the sky.
public enum Sky: String, CaseIterable, Hashable, Sendable {
    case clearDay = "clear-day"
    case clearNight = "clear-night"
    case mainlyClear = "mainly-clear"
    case partlyCloudyDay = "partly-cloudy-day"
    case partlyCloudyNight = "partly-cloudy-night"
    case cloudy
    case fog
    case drizzle
    case freezingDrizzle = "freezing-drizzle"
    case lightRain = "light-rain"
    case rain
    case heavyRain = "heavy-rain"
    case freezingRain = "freezing-rain"
    case lightSnow = "light-snow"
    case snow
    case heavySnow = "heavy-snow"
    case sleet
    case showers
    case snowShowers = "snow-showers"
    case hail
    case thunderstorm
    case tornado
    case wind

    /// Parses an icon name of the Dark Sky format; returns `nil` for an unknown one.
    init?(icon: String) {
        // Newer servers have more specific icons, such as "mostly-cloudy-day".
        switch icon {
        case "mostly-clear-day", "mostly-clear-night": self = .mainlyClear
        case "mostly-cloudy-day", "mostly-cloudy-night": self = .cloudy
        case "thunder", "thunderstorm": self = .thunderstorm
        default: self.init(rawValue: icon)
        }
    }

    /// Parses a code of WMO table 4677 as weather models use it; returns `nil` for an unknown one.
    init?(weatherCode: Int, isDay: Bool) {
        switch weatherCode {
        case 0: self = isDay ? .clearDay : .clearNight
        case 1: self = .mainlyClear
        case 2: self = isDay ? .partlyCloudyDay : .partlyCloudyNight
        case 3: self = .cloudy
        case 45, 48: self = .fog
        case 51, 53, 55: self = .drizzle
        case 56, 57: self = .freezingDrizzle
        case 61: self = .lightRain
        case 63: self = .rain
        case 65: self = .heavyRain
        case 66, 67: self = .freezingRain
        case 71, 77: self = .lightSnow
        case 73: self = .snow
        case 75: self = .heavySnow
        case 80, 81, 82: self = .showers
        case 85, 86: self = .snowShowers
        case 95: self = .thunderstorm
        case 96, 99: self = .hail
        default: return nil
        }
    }
}
