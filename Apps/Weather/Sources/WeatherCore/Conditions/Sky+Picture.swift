import TodayKit

extension Conditions {
    /// The picture of the sky behind a card, by the weather and the time of day at the place.
    ///
    /// Its text is light: even the brightest picture is dark enough for it.
    var background: BackgroundImage { BackgroundImage(url: "bundle:sky-\(picture)", theme: .dark) }

    private var picture: String {
        switch sky {
        case .thunderstorm, .tornado: "thunder"
        case .lightSnow, .snow, .heavySnow, .snowShowers, .sleet, .hail: light == .night ? "cloudy-night" : "snow"
        case .fog: light == .night ? "cloudy-night" : "fog"
        case .drizzle, .freezingDrizzle, .lightRain, .rain, .heavyRain, .freezingRain, .showers:
            light == .night ? "rain-night" : "rain-day"
        case .cloudy, .wind: light == .night ? "cloudy-night" : "cloudy-day"
        case .clearDay, .clearNight, .mainlyClear, .partlyCloudyDay, .partlyCloudyNight, nil: "clear-\(light.rawValue)"
        }
    }

    private enum Light: String {
        case day, dusk, night
    }

    /// The light at the place: dusk is the hour of sunrise and that of sunset.
    private var light: Light {
        let today = forecast.today
        if let hour = forecast.hours.first?.hour, hour == today?.sunrise?.hour || hour == today?.sunset?.hour {
            return .dusk
        }
        return isDay ? .day : .night
    }

    /// `true` if it is day at the place now: as the sky says, or else by the times of the sun.
    var isDay: Bool {
        switch sky {
        case .clearDay, .partlyCloudyDay: true
        case .clearNight, .partlyCloudyNight: false
        default: forecast.hours.first.map { forecast.isDay(at: $0.hour) } ?? true
        }
    }
}
