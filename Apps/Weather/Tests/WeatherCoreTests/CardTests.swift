import Testing
import TodayKit

@testable import WeatherCore

@Suite struct CardTests {
    private var report: WeatherReport {
        var conditions = Conditions(units: .us, temperature: 60.5)
        conditions.humidity = 0.82
        conditions.precipitationChance = 0.64
        conditions.summary = "Light *rain*"
        let place = Place("[Home](http://x) {{TIME(2026-11-21T08:00:00Z)}}", 1, 2, kind: .own)
        return WeatherReport(
            place: place,
            conditions: conditions,
            updated: Date(timeIntervalSince1970: 1_795_248_000.7)
        )
    }

    @Test func theWidgetShowsPlaceAndTemperatureAndOpensTheApp() throws {
        let compact = WidgetCards.compact(report, Fixtures.texts)
        try compact.validateForWidget()
        let text = try JSONValue(encoding: compact).jsonText
        #expect(text.contains(#""61°""#))
        #expect(text.contains(#""url":"today-weather://""#))
    }

    @Test func theExpandedWidgetShowsTheRest() throws {
        let expanded = WidgetCards.expanded(report, Fixtures.texts)
        try expanded.validateForWidget()
        let text = try JSONValue(encoding: expanded).jsonText
        for part in ["82%", "64%", "{{TIME(2026-11-21T08:00:00Z)}}", #"Light \\*rain\\*"#] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func theWidgetLooksLikeItsOriginal() throws {
        var report = report
        report.place = try PlaceList(choice: "cupertino", own: []).chosen(Fixtures.texts)
        let content = WidgetCards.content(report, Fixtures.texts, refresh: .nextDay)
        #expect(try texts(of: content.compact) == ["Cupertino, CA", "61°", #"Light \*rain\*"#])
        #expect(
            try texts(of: content.expanded) == [
                "Cupertino, CA", "61°", #"Light \*rain\*"#, "Chance of precipitation", "64%", "Humidity", "82%",
                "Last updated", "{{TIME(2026-11-21T08:00:00Z)}}",
            ]
        )
    }

    @Test(arguments: [
        (WidgetFamily.small, 220.0, true), (.medium, 220, true), (.medium, 60, true), (.medium, 59, false),
        (.large, 0, false),
    ])
    func aLowWidgetShowsPlaceAndTemperatureAlone(family: WidgetFamily, height: Double, hasSky: Bool) throws {
        let size = WidgetSize(maximumCompactHeight: height, family: family)
        let content = WidgetCards.content(report, Fixtures.texts, size: size, refresh: .nextDay)
        let shown = try texts(of: content.compact)
        #expect(shown.count == (hasSky ? 3 : 2) && shown[1] == "61°")
        #expect(shown.contains(#"Light \*rain\*"#) == hasSky)
        // A large widget shows everything at once.
        #expect((content.expanded == nil) == (family == .large))
    }

    private func conditions(
        _ sky: Sky,
        at hour: Int,
        sunrise: (hour: Int, minute: Int),
        sunset: (hour: Int, minute: Int)
    ) -> Conditions {
        var conditions = Conditions(units: .si, temperature: 1)
        conditions.sky = sky
        conditions.forecast.hours = [Forecast.Hour(hour: hour, temperature: 1)]
        conditions.forecast.days = [Forecast.Day(weekday: 0, high: 1, low: 0)]
        conditions.forecast.days[0].sunrise = ClockTime(hour: sunrise.hour, minute: sunrise.minute)
        conditions.forecast.days[0].sunset = ClockTime(hour: sunset.hour, minute: sunset.minute)
        return conditions
    }

    /// In Reykjavik in June, the sun rises at 2:55 and sets at 0:03.
    @Test(arguments: [
        (12, Sky.mainlyClear, "clear-day"), (12, .rain, "rain-day"), (23, .fog, "fog"), (0, .mainlyClear, "clear-dusk"),
        (1, .mainlyClear, "clear-night"), (1, .rain, "rain-night"), (2, .clearDay, "clear-dusk"),
        // The provider knows it better than the hours.
        (1, .clearDay, "clear-day"), (12, .clearNight, "clear-night"),
    ])
    func thePictureHasTheLightOfTheHour(hour: Int, sky: Sky, picture: String) {
        let conditions = conditions(sky, at: hour, sunrise: (2, 55), sunset: (0, 3))
        #expect(conditions.background.url == "bundle:sky-\(picture)")
    }

    @Test(arguments: [(12, "WeatherSunny", "WeatherMoon"), (22, "WeatherMoon", "WeatherSunny")])
    func theSymbolHasTheLightOfThePicture(hour: Int, symbol: String, other: String) throws {
        var report = report
        report.conditions = conditions(.mainlyClear, at: hour, sunrise: (6, 43), sunset: (17, 8))
        let cards = [
            WidgetCards.compact(report, Fixtures.texts), ConditionsPage.page(report, Fixtures.texts).card,
        ]
        for card in cards {
            let text = try JSONValue(encoding: card).jsonText
            #expect(text.contains(symbol) && !text.contains(other))
        }
    }

    /// Each picture that a card can name is in the bundle, and light text can be read on it.
    @Test func everySkyHasAPictureForLightText() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Bundle")
        for sky in Sky.allCases {
            for hour in [3, 6, 12] {
                let conditions = conditions(sky, at: hour, sunrise: (6, 43), sunset: (17, 8))
                #expect(conditions.background.theme == .dark)
                let file = folder.appending(path: "\(conditions.background.url.dropFirst(7)).svg")
                let picture = try String(contentsOf: file, encoding: .utf8)
                let stops = picture.matches(of: #/<stop offset="[^"]*" stop-color="#([0-9a-f]{6})"\/>/#)
                #expect(stops.count >= 2)
                for stop in stops {
                    let color = try #require(UInt32(stop.1, radix: 16))
                    let quiet = Self.light(color) { 0.9 + 0.1 * $0 }
                    #expect((quiet + 0.05) / (Self.light(color) { $0 } + 0.05) >= 4.5, "\(file.lastPathComponent)")
                }
            }
        }
    }

    /// Returns the relative luminance of a color whose parts are changed.
    private static func light(_ color: UInt32, _ change: (Double) -> Double) -> Double {
        zip([16, 8, 0], [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
            let value = change(Double(color >> UInt32(part.0) & 0xFF) / 255)
            return sum + part.1 * (value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055))
        }
    }

    /// Returns a number to the power of 2.4.
    private static func power(_ value: Double) -> Double {
        // The fifth root of the twelfth power, by Newton's method.
        let target = (1...12).reduce(1.0) { product, _ in product * value }
        return (1...60).reduce(1.0) { root, _ in
            root - (root * root * root * root * root - target) / (5 * root * root * root * root)
        }
    }

    @Test(
        arguments: [
            ("en", "", "Mountain View, CA", "Chance of precipitation"),
            ("de", "de.lproj/", "Mountain View, CA", "Regenwahrscheinlichkeit"),
            ("ja", "ja.lproj/", "マウンテンビュー", "降水確率"),
        ]
    )
    func theFirstContentIsThePlaceAndDashes(language: String, folder: String, place: String, chance: String) throws {
        let content = WidgetCards.placeholder(at: PlaceList.fixed[3], Texts(language))
        #expect(try texts(of: content.compact) == [place, "--", "--"])
        var expanded = try texts(of: content.expanded)
        #expect(expanded.count == 9 && expanded.starts(with: [place, "--", "--", chance, "--"]))
        #expect(expanded.count { $0 == "--" } == 5)
        for card in [content.compact, try #require(content.expanded)] {
            try card.validateForWidget()
            #expect(try !JSONValue(encoding: card).jsonText.contains("ActionSet") && card.actions.isEmpty)
        }
        // Before the widget's process runs, nobody knows the place, and the rest is the same.
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Bundle/PlugIns/WeatherWidget/\(folder)Placeholder.json")
        let bundle = try JSONDecoder().decode(WidgetContent.self, from: Data(contentsOf: file))
        expanded.removeFirst()
        #expect(try texts(of: bundle.compact) == ["--", "--"])
        #expect(try texts(of: bundle.expanded) == expanded)
        #expect(try !JSONValue(encoding: bundle).jsonText.contains("ActionSet"))
    }

    @Test func thePlacesAreReachedAtTheTopOfThePage() throws {
        let failed = ConditionsPage.page(nil, Fixtures.texts, failure: "No.")
        for page in [ConditionsPage.page(report, Fixtures.texts), failed] {
            let first = try #require(try JSONValue(encoding: page.card)["body"]?.arrayValue?.first)
            #expect(first.jsonText.contains("today-weather://places"))
        }
    }

    @Test func withoutAReportThePageSaysWhyAndFindsPlaces() throws {
        let page = ConditionsPage.page(nil, Fixtures.texts, failure: Fixtures.texts.unreachable)
        let text = try JSONValue(encoding: page.card).jsonText
        for part in [
            "No weather yet", "cannot be reached", "tries again by itself", "Try Again", "Input.Text", #""search""#,
            "today-weather://places",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains(#""–""#))
    }

    @Test func aValueThatIsNotKnownIsADash() throws {
        var report = report
        report.conditions = Conditions(units: .us, temperature: 61)
        let shown = try texts(of: WidgetCards.content(report, Fixtures.texts, refresh: .nextDay).expanded)
        #expect(shown[1...7] == ["61°", "–", "Chance of precipitation", "–", "Humidity", "–", "Last updated"])
    }

    /// Every text of a card, in its order, with the title of its header.
    private func texts(of card: Card?) throws -> [String] {
        func collect(_ elements: [CardElement]) -> [String] {
            elements.flatMap { element -> [String] in
                switch element {
                case .textBlock(let block): [block.text]
                case .container(let container): collect(container.items)
                case .columnSet(let set): collect(set.columns)
                case .column(let column): collect(column.items)
                case .factSet(let set): set.facts.flatMap { [$0.title, $0.value] }
                default: []
                }
            }
        }
        let card = try #require(card)
        return [card.header?.title].compactMap(\.self) + collect(card.body)
    }

    @Test func whatAPersonTypedIsNeitherALinkNorADate() throws {
        let first = WidgetCards.placeholder(at: report.place, Fixtures.texts)
        for card in [WidgetCards.compact(report, Fixtures.texts), first.compact] {
            let text = try JSONValue(encoding: card).jsonText
            #expect(!text.contains("[Home]("))
            #expect(!text.contains("{{TIME("))
        }
    }

    @Test func everyPlaceCanBeChosenAndOwnOnesRemoved() throws {
        let own = SavedPlace(name: "Oslo", latitude: 59.91, longitude: 10.75)
        let list = PlaceList(choice: "oslo", own: [own])
        let page = PlacesPage.page(list, Fixtures.texts)
        let text = try JSONValue(encoding: page.card).jsonText
        for place in list.places {
            let action = try JSONValue(encoding: PlacesAction.choose(id: place.id)).jsonText
            #expect(text.contains(action), "\(place.name)")
        }
        #expect(text.components(of: "✓") == 1)
        // All but My Location.
        #expect(text.components(of: "\"remove\":{") == list.places.count - 1)
        #expect(Set(page.card.inputs.compactMap(\.id)) == ["search", "name", "latitude", "longitude"])
    }

    @Test func aFailureStillLeadsToThePlaces() throws {
        let page = ConditionsPage.page(nil, Fixtures.texts, failure: "No.")
        let text = try JSONValue(encoding: page.card).jsonText
        #expect(text.contains("today-weather://places"))
        #expect(text.contains("No weather yet"))
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
