import Testing
import TodayKit

@testable import WeatherCore

@Suite struct AnswerTests {
    @Test func openMeteosAnswerIsRead() throws {
        let found = try Fixtures.conditions("openmeteo", Fixtures.openMeteo)
        var expected = Conditions(units: .us, temperature: 60.5)
        expected.feelsLike = -0.4
        expected.humidity = 0.82
        expected.precipitationChance = 0.64
        expected.precipitation = 0.02
        expected.windSpeed = 8.2
        expected.windDirection = 310
        expected.pressure = 1013.2
        expected.visibility = 10
        expected.sky = .lightRain
        #expect(found == expected)
    }

    @Test func darkSkysAnswerIsRead() throws {
        let found = try Fixtures.conditions("darksky", Fixtures.darkSky, units: "si")
        var expected = Conditions(units: .si, temperature: 16.29)
        expected.feelsLike = 15.5
        expected.humidity = 0.82
        expected.precipitationChance = 0.64
        expected.precipitation = 0.5
        expected.windSpeed = 3.6
        expected.windDirection = 250
        expected.pressure = 1013.2
        expected.visibility = 16.09
        expected.sky = .rain
        expected.summary = "Light Rain"
        #expect(found == expected)
    }

    @Test(arguments: [
        (#""visibility":"ft""#, #""visibility":52800"#, 10.0), (#""visibility":"m""#, #""visibility":804.672"#, 0.5),
    ])
    func visibilityIsReadInItsUnit(unit: String, value: String, miles: Double) throws {
        let body = "{\"current_units\":{\(unit)},\"current\":{\"temperature_2m\":1,\(value)}}"
        let visibility = try #require(try Fixtures.conditions("openmeteo", body).visibility)
        #expect(abs(visibility - miles) < 0.001)
    }

    @Test(arguments: [
        ("openmeteo", #"{"current":{"temperature_2m":61}}"#), ("darksky", #"{"currently":{"temperature":61}}"#),
        (
            "openmeteo",
            #"""
            {"current":{"temperature_2m":61,"relative_humidity_2m":null,"apparent_temperature":-999,"is_day":null,
            "precipitation":-999.0,"precipitation_probability":null,"weather_code":null,"pressure_msl":0,"visibility":-1,
            "wind_speed_10m":-999,"wind_direction_10m":999}}
            """#
        ),
        (
            "darksky",
            #"""
            {"currently":{"temperature":61,"humidity":-999,"precipProbability":-999,"precipIntensity":null,
            "apparentTemperature":-999,"windSpeed":-999,"windBearing":-999,"pressure":-999,"visibility":-999,
            "icon":"none","summary":"","precipType":"none"}}
            """#
        ),
    ])
    func whatIsMissingIsUnknownAndTheRestStays(provider: String, body: String) throws {
        let found = try Fixtures.conditions(provider, body)
        #expect(found == Conditions(units: .us, temperature: 61))
        let texts = ConditionTexts(found, Fixtures.texts)
        #expect(texts.temperature == "61°")
        let others = [
            texts.feelsLike, texts.humidity, texts.precipitationChance, texts.precipitation, texts.wind, texts.pressure,
            texts.visibility, texts.summary,
        ]
        #expect(others == Array(repeating: "–", count: others.count))
    }

    @Test(arguments: [
        ("openmeteo", #"{"current":{}}"#), ("openmeteo", #"{"current":{"temperature_2m":null}}"#),
        ("openmeteo", #"{"current":{"temperature_2m":1e300}}"#), ("darksky", #"{"currently":{}}"#),
        ("darksky", #"{"currently":{"temperature":null}}"#), ("darksky", #"{"currently":{"temperature":-999}}"#),
    ])
    func withoutAnyValueThereIsNoReport(provider: String, body: String) {
        let sentence = Fixtures.sentence { _ = try Fixtures.conditions(provider, body) }
        #expect(sentence == "The weather service does not know the weather in Cupertino now.")
    }

    @Test(arguments: [
        ("openmeteo", #"{"current":{"temperature_2m":null,"relative_humidity_2m":50}}"#),
        ("openmeteo", #"{"current":{"temperature_2m":-999,"relative_humidity_2m":50}}"#),
        ("darksky", #"{"currently":{"temperature":null,"humidity":0.5}}"#),
    ])
    func anUnknownTemperatureIsADash(provider: String, body: String) throws {
        let texts = ConditionTexts(try Fixtures.conditions(provider, body), Fixtures.texts)
        #expect(texts.temperature == "–")
        #expect(texts.humidity == "50%")
    }

    @Test(arguments: ["openmeteo", "darksky"])
    func whatIsMalformedIsNeverShown(provider: String) {
        let bodies = [
            "", " ", "<html>busy</html>", "null", "[]", "{}", "1", #""current""#, #"{"current":[],"currently":[]}"#,
            #"{"current":null,"currently":null}"#, #"{"current":1,"currently":1}"#,
            #"{"current": {"temperature_2m": 61."#,
            #"{"current":{"temperature_2m":"61"},"currently":{"temperature":"61"}}"#,
            #"{"current":{"temperature_2m":NaN},"currently":{"temperature":NaN}}"#,
            #"{"current":{"temperature_2m":61,"relative_humidity_2m":"wet"},"currently":{"temperature":61,"humidity":"wet"}}"#,
            #"{"current":{"temperature_2m":61,"weather_code":{}},"currently":{"temperature":61,"icon":{}}}"#,
            #"{"current":{"temperature_2m":true},"currently":{"temperature":true}}"#,
            #"[{"current":{"temperature_2m":61}}]"#, String(repeating: "[", count: 100_000),
            String(repeating: " ", count: 400_000), "\u{0}",
            #"{"current":{"temperature_2m":61},"currently":{"temperature":61}"#,
        ]
        for body in bodies {
            let sentence = Fixtures.sentence { _ = try Fixtures.conditions(provider, body) }
            #expect(sentence == "The weather service's answer cannot be understood.", "\(body.prefix(60))")
        }
    }

    @Test func everyPrefixOfAnAnswerIsMalformed() {
        for (provider, body) in [("openmeteo", Fixtures.openMeteo), ("darksky", Fixtures.darkSky)] {
            for count in stride(from: 0, to: body.count - 1, by: 7) {
                let sentence = Fixtures.sentence {
                    _ = try Fixtures.conditions(provider, String(body.prefix(count)))
                }
                #expect(sentence == Fixtures.texts.malformed)
            }
        }
    }

    @Test(arguments: [
        (
            "openmeteo", 400, #"{"error":true,"reason":"Latitude is wrong."}"#,
            "The weather service does not understand the request: Latitude is wrong."
        ),
        ("darksky", 400, #"{"detail":"No."}"#, "The weather service does not understand the request: No."),
        ("darksky", 400, "no JSON", "The weather service does not understand the request."),
        (
            "darksky", 401, "Unauthorized",
            "The weather service refuses the key. Set provider.key in group.today.weather again."
        ),
        (
            "darksky", 403, #"{"code":403,"error":"permission denied"}"#,
            "The weather service refuses the key. Set provider.key in group.today.weather again."
        ),
        ("openmeteo", 403, "", "The weather service refuses to answer."),
        (
            "openmeteo", 404, "",
            "There is no weather service at this address. Check provider.url in group.today.weather."
        ),
        ("openmeteo", 429, "", "The weather service was asked too often. It will answer again later."),
        ("openmeteo", 500, "", "The weather service is not working (500)."),
        ("darksky", 503, "<html>", "The weather service is not working (503)."),
        ("openmeteo", 302, "", "The weather service gave no answer (302)."),
        ("openmeteo", 418, "", "The weather service gave no answer (418)."),
    ])
    func aStatusHasItsSentence(provider: String, status: Int, body: String, expected: String) {
        let sentence = Fixtures.sentence { _ = try Fixtures.conditions(provider, body, status: status) }
        #expect(sentence == expected)
    }

    @Test func aLongReasonIsLeftOut() {
        let body = "{\"reason\":\"\(String(repeating: "x", count: 201))\"}"
        let sentence = Fixtures.sentence { _ = try Fixtures.conditions("openmeteo", body, status: 400) }
        #expect(sentence == "The weather service does not understand the request.")
    }

    @Test func everyCodeOfTheTableHasItsSky() {
        let codes = [
            0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99,
        ]
        for code in codes { #expect(Sky(weatherCode: code, isDay: true) != nil, "\(code)") }
        for code in [-1, 4, 44, 60, 100] { #expect(Sky(weatherCode: code, isDay: true) == nil, "\(code)") }
        #expect(Sky(weatherCode: 0, isDay: false) == .clearNight)
        let icons = [
            "clear-day", "clear-night", "rain", "snow", "sleet", "wind", "fog", "cloudy", "partly-cloudy-day",
            "partly-cloudy-night", "hail", "thunderstorm", "tornado",
        ]
        for icon in icons { #expect(Sky(icon: icon) != nil, "\(icon)") }
        #expect(Sky(icon: "disco") == nil)
        for sky in Sky.allCases { #expect(!Fixtures.texts.sky(sky).isEmpty) }
    }
}
