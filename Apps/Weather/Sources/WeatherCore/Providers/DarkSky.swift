import AppLanguages
import TodayKit

/// The format of Dark Sky's forecast API, version 2, which Pirate Weather serves.
enum DarkSky {
    /// Returns the path and query for the current weather; the key is part of the path.
    static func path(_ coordinate: Coordinate, _ units: Units, key: String, _ texts: Texts) -> String {
        let place = coordinate.latLong
        let query = "units=\(units.rawValue)&lang=\(texts.language.rawValue)&exclude=minutely,hourly,daily,alerts"
        return "/forecast/\(key.escapedForURLs)/\(place)?\(query)"
    }

    /// Parses a response.
    ///
    /// - Returns: The conditions, or `nil` if the response has no value at all.
    static func conditions(_ json: JSONValue, _ units: Units) throws(ResponseFields.Malformed) -> Conditions? {
        let currently = try ResponseFields(json["currently"], "currently")
        var conditions = Conditions(units: units)
        conditions.temperature = try currently.number("temperature", in: Plausible.temperature)
        conditions.feelsLike = try currently.number("apparentTemperature", in: Plausible.temperature)
        conditions.humidity = try currently.number("humidity", in: Plausible.fraction)
        conditions.precipitationChance = try currently.number("precipProbability", in: Plausible.fraction)
        conditions.precipitation = try currently.number("precipIntensity", in: Plausible.precipitation)
        conditions.windSpeed = try currently.number("windSpeed", in: Plausible.speed)
        conditions.windDirection = try currently.number("windBearing", in: Plausible.direction)
        conditions.pressure = try currently.number("pressure", in: Plausible.pressure)
        conditions.visibility = try currently.number("visibility", in: Plausible.distance)
        conditions.sky = try currently.text("icon").flatMap(Sky.init(icon:))
        conditions.summary = try currently.text("summary")
        return conditions.isKnown ? conditions : nil
    }

    /// Returns the error message in a response.
    static func reason(_ json: JSONValue) -> String? {
        json["error"]?.stringValue ?? json["detail"]?.stringValue ?? json["message"]?.stringValue
    }
}
