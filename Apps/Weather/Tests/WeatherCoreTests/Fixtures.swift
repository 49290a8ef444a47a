import TodayKit

@testable import WeatherCore

/// Responses in the formats of the providers.
enum Fixtures {
    static let texts = Texts("en-US")

    static let openMeteo = #"""
        {"latitude":35.7,"longitude":139.6875,"generationtime_ms":0.05,"utc_offset_seconds":0,"timezone":"GMT",
        "timezone_abbreviation":"GMT","elevation":40.0,"current_units":{"time":"iso8601","interval":"seconds",
        "temperature_2m":"°F","visibility":"m","weather_code":"wmo code"},"current":{"time":"2026-11-21T08:00",
        "interval":900,"temperature_2m":60.5,"relative_humidity_2m":82,"apparent_temperature":-0.4,"is_day":1,
        "precipitation":0.02,"precipitation_probability":64,"weather_code":61,"pressure_msl":1013.2,
        "visibility":16093.44,"wind_speed_10m":8.2,"wind_direction_10m":310}}
        """#

    static let darkSky = #"""
        {"latitude":35.6895,"longitude":139.6917,"timezone":"Asia/Tokyo","offset":9,"elevation":40,"currently":{
        "time":1795248000,"summary":"Light Rain","icon":"rain","nearestStormDistance":0,"precipIntensity":0.5,
        "precipProbability":0.64,"precipIntensityError":0.1,"precipType":"rain","temperature":16.29,
        "apparentTemperature":15.5,"dewPoint":10.2,"humidity":0.82,"pressure":1013.2,"windSpeed":3.6,"windGust":5.1,
        "windBearing":250,"cloudCover":0.4,"uvIndex":3,"visibility":16.09,"ozone":300},"flags":{"sources":["gfs"],
        "nearest-station":1.2,"units":"si","version":"V2"}}
        """#

    static func query(
        _ provider: String = "openmeteo",
        place: Place = PlaceList.cupertino,
        origin: String? = nil,
        key: String? = "k",
        units: String? = "us",
        language: String = "en-US"
    ) throws -> WeatherQuery {
        try WeatherQuery(
            place: place,
            provider: provider,
            origin: origin,
            key: key,
            units: units,
            language: language
        )
    }

    static func conditions(_ provider: String, _ body: String, status: Int = 200, units: String = "us") throws
        -> Conditions
    {
        let query = try query(provider, units: units)
        return try query.provider.conditions(HTTPResponse(status: status, body: Data(body.utf8)), for: query)
    }

    /// Returns the message of the failure that `body` throws.
    static func sentence(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Failure)?.message ?? "not a Failure: \(error)" }
        return nil
    }
}
