import Testing

@testable import WeatherCore

@Suite struct ConditionTextsTests {
    @Test(arguments: [
        (61.0, "61°"), (60.5, "61°"), (60.49, "60°"), (0, "0°"), (-0.0, "0°"), (-0.4, "0°"), (-0.5, "-1°"), (0.5, "1°"),
        (-1.5, "-2°"), (-10.49, "-10°"), (99.5, "100°"), (2.5, "3°"),
    ])
    func degreesAreWholeWithHalvesAwayFromZero(value: Double, text: String) {
        #expect(ConditionTexts(Conditions(units: .us, temperature: value), Fixtures.texts).temperature == text)
    }

    @Test func numbersHaveTheirUnits() {
        var us = Conditions(units: .us, temperature: 1)
        var si = Conditions(units: .si, temperature: 1)
        (us.windSpeed, us.windDirection, us.visibility, us.precipitation, us.pressure) = (8.4, 310, 9.94, 0.015, 1013.2)
        (si.windSpeed, si.windDirection, si.visibility, si.precipitation, si.pressure) = (0.4, 90, 9.96, 12, 999.5)
        let (usTexts, siTexts) = (ConditionTexts(us, Fixtures.texts), ConditionTexts(si, Fixtures.texts))
        #expect(usTexts.wind == "8 mph NW")
        #expect(usTexts.visibility == "9.9 mi")
        #expect(usTexts.precipitation == "0.02 in/h")
        #expect(usTexts.pressure == "29.92 inHg")
        #expect(siTexts.wind == "0 m/s")
        #expect(siTexts.visibility == "10 km")
        #expect(siTexts.precipitation == "12.0 mm/h")
        #expect(siTexts.pressure == "1000 hPa")
    }

    @Test(arguments: [
        (0.0, "N"), (22.4, "N"), (22.6, "NE"), (90, "E"), (180, "S"), (225, "SW"), (337.4, "NW"), (337.6, "N"),
        (360, "N"),
    ])
    func theWindHasADirection(degrees: Double, point: String) {
        #expect(Fixtures.texts.compassPoint(ConditionTexts.compassPoint(degrees)) == point)
    }

    @Test(arguments: [(0.0, 2, "0.00"), (0.994, 2, "0.99"), (0.996, 2, "1.00"), (1.05, 1, "1.1"), (12.34, 1, "12.3")])
    func decimalsAreRounded(value: Double, places: Int, text: String) {
        #expect(ConditionTexts.decimal(value, places) == text)
    }

    @Test func theProvidersWordsComeFirst() {
        var conditions = Conditions(units: .us, temperature: 1)
        #expect(ConditionTexts(conditions, Fixtures.texts).summary == "–")
        conditions.sky = .fog
        #expect(ConditionTexts(conditions, Fixtures.texts).summary == "Fog")
        conditions.summary = "Foggy until noon"
        #expect(ConditionTexts(conditions, Fixtures.texts).summary == "Foggy until noon")
        conditions.humidity = 0.825
        #expect(ConditionTexts(conditions, Fixtures.texts).humidity == "83%")
    }

    @Test(arguments: [
        ("en-US", Units.us), ("es-us", .us), ("en", .si), ("en-GB", .si), ("de-DE", .si), ("us", .si), ("", .si),
    ])
    func theLanguagesRegionDecidesOnTheUnits(language: String, units: Units) {
        #expect(Units(language: language) == units)
    }
}
