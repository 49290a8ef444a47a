import Testing
import TodayKit

@testable import WeatherCore

@Suite struct SearchTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Bundle").standardizedFileURL.path()
    private let list = CityList(bundle: folder)

    private func names(_ text: String, _ language: String = "en") throws -> [String] {
        try #require(list).cities(beginningWith: text, Texts(language)).map(\.name)
    }

    @Test(arguments: [
        ("berlin", "Berlin"), ("BERL", "Berlin"), ("münchen", "Munich"), ("Munchen", "Munich"), ("Muenchen", "Munich"),
        ("sao pau", "São Paulo"), ("São Pau", "São Paulo"), ("york", "New York City"), ("東京", "Tokyo"),
        ("Łódź", "Łódź"), ("lodz", "Łódź"), ("reykjavik", "Reykjavík"), ("vaduz", "Vaduz"),
        (" new   york ", "New York City"),
    ])
    func aCityIsFoundByTheBeginningOfAName(text: String, name: String) throws {
        let found = try names(text)
        #expect(found.contains(name), "\(found)")
    }

    @Test func theGreatestCitiesComeFirst() throws {
        #expect(try names("lond").first == "London")
        #expect(try names("san").count == 10)
    }

    @Test(arguments: ["", "   ", "|", "\t", "zzzzqq", "\u{0}", String(repeating: "a", count: 5_000)])
    func whatNoCityIsCalledFindsNone(text: String) throws { #expect(try names(text) == []) }

    @Test func theCountryIsNamedInTheLanguage() throws {
        for (language, country) in [("en", "Germany"), ("de", "Deutschland"), ("ja", "ドイツ")] {
            let city = try #require(list).cities(beginningWith: "berlin", Texts(language)).first
            #expect(city?.region == country)
            #expect(city?.coordinate == Coordinate(latitude: 52.524, longitude: 13.411))
        }
    }

    @Test func everyCityOfTheListIsWhole() throws {
        let bytes = try #require(FileManager.default.contents(atPath: "\(Self.folder)/Cities/cities.txt"))
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let cities = lines.filter { $0.contains("|") }
        #expect(cities.count > 12_000)
        #expect(cities.allSatisfy { $0.split(separator: "\t").count == 6 })
    }

    @Test func theServiceIsAskedInTheLanguage() {
        #expect(
            Geocoding.path("São Paulo", Texts("de-DE"))
                == "/v1/search?name=S%C3%A3o%20Paulo&count=10&language=de&format=json"
        )
    }

    @Test func anAnswerIsReadLeniently() throws {
        let json = try JSONValue(
            parsing: #"""
                {"results":[{"name":"Berlin","latitude":52.5,"longitude":13.4,"admin1":"Berlin","country":"Germany"},
                {"name":"Nowhere","latitude":520,"longitude":13.4},{"latitude":1,"longitude":2},7,
                {"name":"Oslo","latitude":59.9,"longitude":10.7}]}
                """#.utf8
        )
        let places = try #require(Geocoding.places(json))
        #expect(places.map(\.name) == ["Berlin", "Oslo"])
        #expect(places.map(\.region) == ["Germany", ""])
        #expect(Geocoding.places(["generationtime_ms": 0.5]) == [])
        #expect(Geocoding.places(["error": true, "reason": "x"]) == nil)
    }

    @Test func thePageOffersWhatWasFound() throws {
        let place = FoundPlace(name: "Oslo", region: "Norway", coordinate: Coordinate(latitude: 59.9, longitude: 10.7))
        let found = FoundPlaces(text: "os", places: [place], isFromList: true)
        let list = PlaceList(choice: "berlin", own: [])
        let page = PlacesPage.page(list, Fixtures.texts, found: found)
        let text = try JSONValue(encoding: page.card).jsonText
        for part in ["Oslo", "Norway", "GeoNames", Fixtures.texts.fromTheList] {
            #expect(text.contains(part), "\(part)")
        }
        let none = FoundPlaces(text: "[x](y)", places: [], isFromList: false)
        let empty = PlacesPage.page(list, Fixtures.texts, found: none)
        #expect(try !JSONValue(encoding: empty.card).jsonText.contains("“[x](y)”"))
    }

    @Test(arguments: ["en", "de", "ja"])
    func aSearchOfTheListThatFindsNothingShowsNoPlaces(language: String) throws {
        let texts = Texts(language)
        let none = FoundPlaces(text: "zzzzq", places: [], isFromList: true)
        let page = PlacesPage.page(PlaceList(choice: "berlin", own: []), texts, found: none)
        let text = try JSONValue(encoding: page.card).jsonText
        #expect(!text.contains(texts.fromTheList) && text.contains(texts.notInTheList))
    }

    @Test func aFoundPlaceHasANameOfItsOwn() throws {
        let list = PlaceList(choice: "berlin", own: [])
        let place = SavedPlace(name: "Berlin", latitude: 44.5, longitude: -71.2)
        #expect(try PlaceForm.found(place, addedTo: list, Fixtures.texts).name == "Berlin 2")
        let nowhere = SavedPlace(name: "X", latitude: 444, longitude: 0)
        #expect(throws: Failure.self) { try PlaceForm.found(nowhere, addedTo: list, Fixtures.texts) }
    }
}
