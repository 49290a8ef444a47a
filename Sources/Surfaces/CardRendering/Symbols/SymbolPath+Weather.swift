import AdaptiveCards

extension SymbolPath {
    private static let cloud: StaticString = "M7 18.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 18.5z"

    /// Returns the drawing of a symbol for weather; `nil` for any other symbol.
    static func weather(_ symbol: IconSymbol) -> SymbolPath? {
        switch symbol {
        case .weatherSunny:
            SymbolPath(
                """
                M16.2 12a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4\
                M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4
                """
            )
        case .weatherMoon: SymbolPath("M19.8 14.6A8.2 8.2 0 0 1 9.4 4.2a8.2 8.2 0 1 0 10.4 10.4z")
        case .weatherPartlyCloudyDay:
            SymbolPath(
                """
                M8.5 19.5a3.6 3.6 0 0 1-.4-7.2 4.8 4.8 0 0 1 9.2-.8 4 4 0 0 1-.2 8zM5.2 10.6a4 4 0 0 1 6.6-3.9\
                M8.6 2.6v1.2\
                M2.4 8.8h1.2M4.2 4.4l.9.9M13 4.4l-.9.9
                """
            )
        case .weatherPartlyCloudyNight:
            SymbolPath(
                """
                M8.5 19.5a3.6 3.6 0 0 1-.4-7.2 4.8 4.8 0 0 1 9.2-.8 4 4 0 0 1-.2 8z\
                M4.6 10.9A5.3 5.3 0 0 1 9.4 3a5.4 5.4 0 0 0 3.8 3.7
                """
            )
        case .weatherCloudy: SymbolPath(cloud)
        case .weatherFog:
            SymbolPath("M7 13.5a4.2 4.2 0 0 1 .1-6.4 5.6 5.6 0 0 1 10.2.1 4.4 4.4 0 0 1 1.2 6.3M4 16.5h16M6.5 19.5h11")
        case .weatherDrizzle:
            SymbolPath(
                """
                M7 15.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 15.5zM9 18.5v.5M12 20v.5M15 18.5v.5
                """
            )
        case .weatherRain:
            SymbolPath(
                """
                M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5zM8.6 17l-1.2 3.5\
                M12.6 17l-1.2 3.5\
                M16.6 17l-1.2 3.5
                """
            )
        case .weatherRainShowersDay:
            SymbolPath(
                """
                M8.5 16a3.6 3.6 0 0 1-.4-7.2 4.8 4.8 0 0 1 9.2-.8 4 4 0 0 1-.2 8zM5 7.2a4 4 0 0 1 5.6-3.6\
                M10.4 18.5l-.8 2.5\
                M14.4 18.5l-.8 2.5M2.6 5h1M5.4 1.8l.4.9
                """
            )
        case .weatherRainSnow:
            SymbolPath(
                """
                M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5zM8.6 17l-1.2 3.5M14.5 17v4\
                M12.8 18\
                l3.4 2M16.2 18l-3.4 2
                """
            )
        case .weatherSnow:
            SymbolPath(
                """
                M7 14a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14zM8 16.5v4M6.3 17.5l3.4 2\
                M9.7 17.5l-3.4 2\
                M16 16.5v4M14.3 17.5l3.4 2M17.7 17.5l-3.4 2
                """
            )
        case .weatherHailDay:
            SymbolPath(
                """
                M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5z\
                M9 18a.8.8 0 1 1-1.6 0A.8.8 0 0 1 9 18z\
                M12.8 20.5a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0zM16.6 18a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0z
                """
            )
        case .weatherThunderstorm:
            SymbolPath(
                "M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5M12.5 11.5l-2.6 5h3.6l-2.4 5"
            )
        case .weatherSqualls:
            SymbolPath("M3 9h11.5a2.8 2.8 0 1 0-2.7-3.6M3 13h15.5a2.8 2.8 0 1 1-2.7 3.6M3 17h8.5a2.2 2.2 0 1 1-2.1 2.8")
        case .weatherSunnyHigh:
            SymbolPath(
                """
                M3 18.5h18M7.5 18.5a4.5 4.5 0 0 1 9 0M12 10V3.5M9.2 6.2L12 3.5l2.8 2.7M4.6 12l1.3 1\
                M19.4 12l-1.3 1
                """
            )
        case .weatherSunnyLow:
            SymbolPath(
                """
                M3 18.5h18M7.5 18.5a4.5 4.5 0 0 1 9 0M12 3.5V10M9.2 7.3L12 10l2.8-2.7M4.6 12l1.3 1\
                M19.4 12l-1.3 1
                """
            )
        case .temperature:
            SymbolPath("M10 13.8V5.5a2.2 2.2 0 0 1 4.4 0v8.3a4 4 0 1 1-4.4 0zM12.2 9v8")
        case .drop: SymbolPath("M12 3.2c3.4 3.9 5.6 7 5.6 10a5.6 5.6 0 0 1-11.2 0c0-3 2.2-6.1 5.6-10z")
        default: nil
        }
    }
}
