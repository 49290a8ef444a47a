import Testing
import TodayKit

@testable import WeatherCore

@Suite struct WeatherQueryTests {
    @Test func openMeteoIsAskedForEverythingThatIsShown() throws {
        #expect(
            try Fixtures.query().url
                == "https://api.open-meteo.com/v1/forecast?latitude=37.323&longitude=-122.0322&current=temperature_2m,"
                + "relative_humidity_2m,apparent_temperature,is_day,precipitation,precipitation_probability,weather_code,"
                + "pressure_msl,visibility,wind_speed_10m,wind_direction_10m"
                + "&hourly=temperature_2m,precipitation_probability,weather_code,is_day&forecast_hours=25"
                + "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max,"
                + "wind_speed_10m_max,sunrise,sunset&forecast_days=7&timezone=auto&temperature_unit=fahrenheit"
                + "&wind_speed_unit=mph&precipitation_unit=inch"
        )
        #expect(
            try Fixtures.query(units: "si").url
                .hasSuffix("&temperature_unit=celsius&wind_speed_unit=ms&precipitation_unit=mm")
        )
    }

    @Test func darkSkyHasItsKeyInThePath() throws {
        #expect(
            try Fixtures.query("darksky", key: "a/b?ü").url
                == "https://api.pirateweather.net/forecast/a%2Fb%3F%C3%BC/37.323,-122.0322"
                + "?units=us&lang=en&exclude=minutely,hourly,daily,alerts"
        )
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/"), ("http://localhost:1/", "http://localhost:1/v1/"),
        ("https://example.org/weather//", "https://example.org/weather/v1/"),
    ])
    func anotherOriginTakesThePlaceOfTheProviders(origin: String, start: String) throws {
        #expect(try Fixtures.query(origin: origin).url.hasPrefix(start))
    }

    @Test(arguments: [
        "", "example.org", "ftp://example.org", "http://", "https:///", "http://a b", "http://a?x", "http://a#b",
        "http://u@a", "HTTP://a\n",
    ])
    func whatIsNoOriginIsRefused(origin: String) {
        #expect(Fixtures.sentence { _ = try Fixtures.query(origin: origin) } == Fixtures.texts.badOrigin(origin))
    }

    @Test func aWrongSettingIsNamed() {
        #expect(
            Fixtures.sentence { _ = try Fixtures.query("weather.com") } == Fixtures.texts.unknownProvider("weather.com")
        )
        #expect(Fixtures.sentence { _ = try Fixtures.query(units: "metric") } == Fixtures.texts.unknownUnits("metric"))
        #expect(Fixtures.sentence { _ = try Fixtures.query("darksky", key: nil) } == Fixtures.texts.keyMissing)
        #expect(Fixtures.sentence { _ = try Fixtures.query("darksky", key: "") } == Fixtures.texts.keyMissing)
        #expect(Fixtures.sentence { _ = try Fixtures.query("openmeteo", key: nil) } == nil)
    }

    @Test func theLanguageDecidesWhereNoUnitsAreSet() throws {
        #expect(try Fixtures.query(units: nil, language: "en-US").units == .us)
        #expect(try Fixtures.query(units: nil, language: "de").units == .si)
    }

    @Test(arguments: [
        (0.0, "0.0"), (-0.00001, "0.0"), (0.00004, "0.0"), (0.0001, "0.0001"), (-122.03224, "-122.0322"), (90, "90.0"),
    ])
    func coordinatesHaveNoExponent(degrees: Double, text: String) {
        #expect(Coordinate.text(degrees) == text)
    }
}
