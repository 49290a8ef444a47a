import TodayKit

/// The format of Open-Meteo's forecast API.
enum OpenMeteo {
    private static let variables = [
        "temperature_2m", "relative_humidity_2m", "apparent_temperature", "is_day", "precipitation",
        "precipitation_probability", "weather_code", "pressure_msl", "visibility", "wind_speed_10m",
        "wind_direction_10m",
    ]
    private static let metresPerMile = 1609.344
    private static let metresPerFoot = 0.3048

    /// Returns the path and query for the current weather.
    static func path(_ coordinate: Coordinate, _ units: Units) -> String {
        var path = "/v1/forecast?latitude=\(Coordinate.text(coordinate.latitude))"
        path += "&longitude=\(Coordinate.text(coordinate.longitude))&current=\(variables.joined(separator: ","))"
        path += OpenMeteoForecast.query
        switch units {
        case .us: path += "&temperature_unit=fahrenheit&wind_speed_unit=mph&precipitation_unit=inch"
        case .si: path += "&temperature_unit=celsius&wind_speed_unit=ms&precipitation_unit=mm"
        }
        return path
    }

    /// Parses a response.
    ///
    /// - Returns: The conditions, or `nil` if the response has no value at all.
    static func conditions(_ json: JSONValue, _ units: Units) throws(ResponseFields.Malformed) -> Conditions? {
        let current = try ResponseFields(json["current"], "current")
        var conditions = Conditions(units: units)
        conditions.temperature = try current.number("temperature_2m", in: Plausible.temperature)
        conditions.feelsLike = try current.number("apparent_temperature", in: Plausible.temperature)
        conditions.humidity = try current.number("relative_humidity_2m", in: Plausible.percent).map { $0 / 100 }
        conditions.precipitationChance =
            try current.number("precipitation_probability", in: Plausible.percent).map { $0 / 100 }
        conditions.precipitation = try current.number("precipitation", in: Plausible.precipitation)
        conditions.windSpeed = try current.number("wind_speed_10m", in: Plausible.speed)
        conditions.windDirection = try current.number("wind_direction_10m", in: Plausible.direction)
        conditions.pressure = try current.number("pressure_msl", in: Plausible.pressure)
        if let distance = try current.number("visibility", in: Plausible.distance) {
            let isFeet = json["current_units"]?["visibility"]?.stringValue == "ft"
            let metres = isFeet ? distance * metresPerFoot : distance
            conditions.visibility = units == .us ? metres / metresPerMile : metres / 1000
        }
        conditions.forecast = OpenMeteoForecast.forecast(json)
        let isDay = try current.number("is_day", in: 0...1) != 0
        if let code = try current.number("weather_code", in: 0...99) {
            conditions.sky = Sky(weatherCode: Int(code), isDay: isDay)
        }
        return conditions.isKnown ? conditions : nil
    }

    /// Returns the error message in a response.
    static func reason(_ json: JSONValue) -> String? { json["reason"]?.stringValue }
}
