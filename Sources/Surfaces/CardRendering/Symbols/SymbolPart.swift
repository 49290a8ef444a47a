import AdaptiveCards

/// A part of a filled symbol of the weather, in the color of what it shows.
///
/// The drawings were made for this project.
struct SymbolPart {
    /// The part of the weather that gives the color: sun, moon, cloud, rain or snow.
    let tone: String
    let path: String

    /// The parts by the names of the symbols, the hindmost first.
    static let all = Dictionary(
        uniqueKeysWithValues: table.split(separator: "\n").map { line in
            let fields = line.split(separator: "|").map(String.init)
            let parts = stride(from: 1, to: fields.count - 1, by: 2).map { index in
                SymbolPart(tone: fields[index], path: fields[index + 1])
            }
            return (fields[0], parts)
        }
    )

    /// A line for each symbol: its name, and the tone and the path of each part.
    private static let table = """
        WeatherSunny|sun|M16.2 12a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2\
        M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4
        WeatherMoon|moon|M19.8 14.6A8.2 8.2 0 0 1 9.4 4.2a8.2 8.2 0 1 0 10.4 10.4z
        WeatherPartlyCloudyDay|sun|M19.4 8.2a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 0 1 7.2 0z\
        |cloud|M7.4 19.5a3.9 3.9 0 0 1-.4-7.8 5.1 5.1 0 0 1 9.8-.8 4.3 4.3 0 0 1-.2 8.6z
        WeatherPartlyCloudyNight|moon|M20.6 9.6a4.6 4.6 0 0 1-6-6 4.6 4.6 0 1 0 6 6z\
        |cloud|M7.4 19.5a3.9 3.9 0 0 1-.4-7.8 5.1 5.1 0 0 1 9.8-.8 4.3 4.3 0 0 1-.2 8.6z
        WeatherCloudy|cloud|M7 18.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 18.5z
        WeatherFog|cloud|M7 13.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 13.5zM4 17.2h16M7 20.6h10
        WeatherDrizzle|cloud|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5z\
        |rain|M8.5 18v.6M12 20v.6M15.5 18v.6
        WeatherRain|cloud|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5z\
        |rain|M8.6 17.8l-1.1 3.2M12.6 17.8l-1.1 3.2M16.6 17.8l-1.1 3.2
        WeatherRainShowersDay|sun|M20 6.2a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0z\
        |cloud|M7.4 15.5a3.7 3.7 0 0 1-.4-7.4 4.9 4.9 0 0 1 9.4-.8 4.1 4.1 0 0 1-.2 8.2z\
        |rain|M9.6 18.6l-.9 2.6M13.8 18.6l-.9 2.6
        WeatherRainSnow|cloud|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5z\
        |rain|M8.8 17.8l-1.1 3.2|snow|M14.5 17.4v4M12.8 18.4l3.4 2M16.2 18.4l-3.4 2
        WeatherSnow|cloud|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5z\
        |snow|M8 17.4v4M6.3 18.4l3.4 2M9.7 18.4l-3.4 2M15.5 17.4v4M13.8 18.4l3.4 2M17.2 18.4l-3.4 2
        WeatherHailDay|cloud|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5z\
        |snow|M8 18.5v.1M12 20.5v.1M16 18.5v.1
        WeatherThunderstorm|cloud|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5z\
        |sun|M12.8 12.6l-3 4.8h3l-1.4 4 4-5.4h-3l1.6-3.4z
        """
}
