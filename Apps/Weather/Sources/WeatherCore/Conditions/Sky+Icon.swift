import TodayKit

extension Sky {
    /// The symbol for the sky.
    var icon: IconSymbol {
        switch self {
        case .clearDay, .mainlyClear: .weatherSunny
        case .clearNight: .weatherMoon
        case .partlyCloudyDay: .weatherPartlyCloudyDay
        case .partlyCloudyNight: .weatherPartlyCloudyNight
        case .cloudy: .weatherCloudy
        case .fog: .weatherFog
        case .drizzle, .freezingDrizzle: .weatherDrizzle
        case .lightRain, .rain, .heavyRain, .freezingRain: .weatherRain
        case .showers: .weatherRainShowersDay
        case .lightSnow, .snow, .heavySnow, .snowShowers: .weatherSnow
        case .sleet: .weatherRainSnow
        case .hail: .weatherHailDay
        case .thunderstorm: .weatherThunderstorm
        case .tornado, .wind: .weatherSqualls
        }
    }

    /// Returns the symbol by day or by night; few skies differ.
    func icon(isDay: Bool) -> IconSymbol {
        switch self {
        case .clearDay, .clearNight, .mainlyClear: isDay ? .weatherSunny : .weatherMoon
        case .partlyCloudyDay, .partlyCloudyNight: isDay ? .weatherPartlyCloudyDay : .weatherPartlyCloudyNight
        default: icon
        }
    }
}

extension IconSymbol {
    /// The color of a symbol for the sky: warm for the sun, cool for what is wet.
    var skyColor: TextColor {
        switch self {
        case .weatherSunny, .weatherThunderstorm: .warning
        case .weatherDrizzle, .weatherRain, .weatherRainShowersDay, .weatherSnow, .weatherRainSnow, .weatherHailDay:
            .accent
        default: .default
        }
    }
}
