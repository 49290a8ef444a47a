import Testing
import TodayKit

@testable import WeatherCore

/// Weather in German and Japanese.
@Suite struct LanguageTests {
    private var report: WeatherReport {
        var conditions = Conditions(units: .si, temperature: 20.5)
        conditions.feelsLike = -0.4
        conditions.humidity = 0.82
        conditions.precipitationChance = 0.64
        conditions.precipitation = 0.5
        conditions.windSpeed = 3.6
        conditions.windDirection = 90
        conditions.pressure = 1013
        conditions.visibility = 8.26
        conditions.sky = .lightRain
        return WeatherReport(
            place: PlaceList.fixed[4],
            conditions: conditions,
            updated: Date(timeIntervalSince1970: 1_795_248_000)
        )
    }

    @Test(arguments: [
        ("en-GB", "Wind"), ("de-AT", "Wind"), ("ja-JP", "風"), ("fr-FR", "Wind"), ("", "Wind"), ("DE", "Wind"),
    ])
    func theLanguageIsThatOfTheTag(tag: String, wind: String) {
        #expect(Texts(tag).wind == wind)
        #expect(Texts(tag).weather == (tag.lowercased().hasPrefix("de") ? "Wetter" : wind == "風" ? "天気" : "Weather"))
    }

    @Test(arguments: [
        ("de-DE", ["82\u{a0}%", "0,5 mm/h", "4 m/s O", "8,3 km", "Leichter Regen", "Tokio"]),
        ("ja-JP", ["82%", "0.5 mm/h", "4 m/s 東", "8.3 km", "小雨", "東京"]),
        ("en-GB", ["82%", "0.5 mm/h", "4 m/s E", "8.3 km", "Light rain", "Tokyo"]),
    ])
    func numbersAndNamesAreInTheLanguage(language: String, expected: [String]) {
        let texts = Texts(language)
        let conditions = ConditionTexts(report.conditions, texts)
        let shown = [
            conditions.humidity, conditions.precipitation, conditions.wind, conditions.visibility, conditions.summary,
            texts.title(of: report.place),
        ]
        #expect(shown == expected)
    }

    @Test func myLocationIsNamedInTheLanguage() throws {
        let list = PlaceList(choice: "my-location", own: [])
        for (language, name, town) in [
            ("de", "Mein Standort", "Cupertino, CA"), ("ja", "現在地", "クパチーノ"), ("en", "My Location", "Cupertino, CA"),
        ] {
            let texts = Texts(language)
            #expect(texts.name(of: try list.chosen(texts)) == name)
            #expect(texts.title(of: try list.chosen(texts)) == name)
            #expect(texts.title(of: PlaceList.cupertino) == town)
        }
        // A person's own place keeps the name that was typed, also if a built-in place is called so.
        #expect(Texts("ja").name(of: Place("Tokyo", 1, 2, kind: .own)) == "Tokyo")
    }

    @Test(arguments: [("en", ""), ("de", "de.lproj/"), ("ja", "ja.lproj/")])
    func theConfigurationOffersThePlacesByTheNamesOfTheList(language: String, folder: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Bundle/PlugIns/WeatherWidget/\(folder)Configuration.json")
        let card = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))
        let choices = try #require(card["body"]?.arrayValue?.first?["choices"]?.arrayValue)
        let places = PlaceList(choice: "", own: []).places
        #expect(choices.map { $0["value"]?.stringValue } == places.map(\.name))
        for (choice, place) in zip(choices, places) {
            // The state may follow, as for Cupertino in German.
            let title = try #require(choice["title"]?.stringValue)
            let name = Texts(language).name(of: place)
            #expect(title == name || title.hasPrefix("\(name) ("))
        }
    }

    @Test func germansTypeADecimalComma() throws {
        let german = Texts("de-DE")
        let list = PlaceList(choice: "berlin", own: [])
        let inputs = ["name": "München", "latitude": "48,1", "longitude": "-11.6"]
        let place = try PlaceForm.place(from: inputs, addedTo: list, german)
        #expect(place.coordinate == Coordinate(latitude: 48.1, longitude: -11.6))
        for text in ["1,2,3", "1.000,5", ",5", "5,"] {
            let inputs = ["name": "München", "latitude": text, "longitude": "1"]
            #expect(throws: InvalidInputs.self, "\(text)") {
                try PlaceForm.place(from: inputs, addedTo: list, german)
            }
        }
        #expect(try JSONValue(encoding: PlacesPage.page(list, german).card).jsonText.contains("\"64,147\""))
    }

    @Test func darkSkyIsAskedInTheLanguage() throws {
        #expect(try Fixtures.query("darksky", language: "ja-JP").url.contains("&lang=ja&"))
        #expect(try Fixtures.query("darksky", language: "fr-FR").url.contains("&lang=en&"))
    }

    @Test(arguments: ["de-DE", "ja-JP"])
    func noPageIsLeftInEnglish(language: String) throws {
        func words(_ language: String) throws -> Set<String> {
            let texts = Texts(language)
            let list = PlaceList(
                choice: "oslo",
                own: [SavedPlace(name: "1", latitude: 1, longitude: 2)]
            )
            let content = WidgetCards.content(report, texts, refresh: .nextDay)
            let first = WidgetCards.placeholder(at: report.place, texts)
            let cards = [
                content.compact, try #require(content.expanded), first.compact, try #require(first.expanded),
                ConditionsPage.page(report, texts).card, ConditionsPage.page(nil, texts, failure: texts.tooSlow).card,
                PlacesPage.page(list, texts).card,
            ]
            let json = try cards.map { try JSONValue(encoding: $0).jsonText }.joined()
            return Set(json.matches(of: #/"(?:text|title|label|placeholder|tooltip)":"([^"]*)"/#).map { String($0.1) })
        }
        let same = try words("en-US").intersection(words(language)).filter { $0.contains(#/[A-Za-z]{2}/#) }
        // Names, and words that are the same in German.
        let alike: Set = [
            "Wind", "Name", "Reykjavík", "✓ °C, m/s, km", "Cupertino", "Redmond", "Menlo Park", "Mountain View",
            "Berlin",
        ]
        let others = same.filter { !$0.hasPrefix("{{") }
        #expect(others.isSubset(of: language == "de-DE" ? alike : []), "\(others)")
    }

    @Test func everySkyAndEveryErrorIsInEachLanguage() {
        let (english, german, japanese) = (Texts("en"), Texts("de"), Texts("ja"))
        for sky in Sky.allCases {
            #expect(!german.sky(sky).isEmpty && japanese.sky(sky) != english.sky(sky))
            #expect(german.sky(sky) != english.sky(sky) || sky == .tornado, "\(sky)")
        }
        #expect(german.outOfOrder(503) == "Der Wetterdienst ist gestört (503).")
        #expect(german.badRequest("No") == "Der Wetterdienst versteht die Anfrage nicht: No.")
    }
}
