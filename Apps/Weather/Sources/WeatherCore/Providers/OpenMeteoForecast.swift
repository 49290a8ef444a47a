import TodayKit

/// The hours and days in Open-Meteo's format: a list of times, and beside it a list of values for each variable.
enum OpenMeteoForecast {
    /// From now to the same hour tomorrow.
    private static let hourLimit = 25
    private static let dayLimit = 10

    /// The part of a query that asks for the coming hours and days, in the time of the place.
    static let query =
        "&hourly=temperature_2m,precipitation_probability,weather_code,is_day&forecast_hours=\(hourLimit)"
        + "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max,wind_speed_10m_max,"
        + "sunrise,sunset&forecast_days=7&timezone=auto"

    /// Reads the hours and days of a response; what is missing or malformed there is left out.
    static func forecast(_ json: JSONValue) -> Forecast {
        Forecast(hours: hours(Columns(json["hourly"])), days: days(Columns(json["daily"])))
    }

    private static func hours(_ columns: Columns) -> [Forecast.Hour] {
        (0..<min(columns.count, hourLimit)).compactMap { index in
            guard let time = columns.text("time", index).flatMap(ClockTime.init(local:)),
                let temperature = columns.number("temperature_2m", index, Plausible.temperature)
            else { return nil }
            let isDay = columns.number("is_day", index, 0...1) != 0
            return Forecast.Hour(
                hour: time.hour,
                temperature: temperature,
                precipitationChance: columns.number("precipitation_probability", index, Plausible.percent).map {
                    $0 / 100
                },
                sky: columns.number("weather_code", index, 0...99).flatMap { Sky(weatherCode: Int($0), isDay: isDay) }
            )
        }
    }

    private static func days(_ columns: Columns) -> [Forecast.Day] {
        (0..<min(columns.count, dayLimit)).compactMap { index in
            guard let weekday = columns.text("time", index).flatMap(ClockTime.weekday(of:)),
                let high = columns.number("temperature_2m_max", index, Plausible.temperature),
                let low = columns.number("temperature_2m_min", index, Plausible.temperature)
            else { return nil }
            return Forecast.Day(
                weekday: weekday,
                high: high,
                low: low,
                sky: columns.number("weather_code", index, 0...99).flatMap { Sky(weatherCode: Int($0), isDay: true) },
                precipitationChance: columns.number("precipitation_probability_max", index, Plausible.percent)
                    .map { $0 / 100 },
                windSpeed: columns.number("wind_speed_10m_max", index, Plausible.speed),
                sunrise: columns.text("sunrise", index).flatMap(ClockTime.init(local:)),
                sunset: columns.text("sunset", index).flatMap(ClockTime.init(local:))
            )
        }
    }

    /// The lists of one part of a response.
    private struct Columns {
        private let lists: [String: [JSONValue]]

        init(_ json: JSONValue?) { lists = (json?.objectValue ?? [:]).compactMapValues(\.arrayValue) }

        /// The number of times.
        var count: Int { lists["time"]?.count ?? 0 }

        func text(_ name: String, _ index: Int) -> String? { value(name, index)?.stringValue }

        func number(_ name: String, _ index: Int, _ range: ClosedRange<Double>) -> Double? {
            value(name, index)?.numberValue.flatMap { range.contains($0) ? $0 : nil }
        }

        private func value(_ name: String, _ index: Int) -> JSONValue? {
            guard let list = lists[name], list.indices.contains(index) else { return nil }
            return list[index]
        }
    }
}
