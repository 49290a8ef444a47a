import Testing
import TodayKit

@testable import WeatherCore

private let texts = Texts("en-US")

@Suite struct PlaceTests {
    @Test func placesAreFoundByTheirNames() {
        let list = PlaceList(choice: "tokyo", own: [SavedPlace(name: "Menlo Church", latitude: 1, longitude: 2)])
        #expect(list.entries(fitting: "menlo").map(\.title) == ["Menlo Park, CA", "Menlo Church"])
        #expect(list.entries(fitting: "my location").isEmpty)
    }

    @Test func aBuiltInPlaceMayBeRemovedAndStaysKnownToWidgets() throws {
        let list = PlaceList(own: [], removed: ["berlin"], location: 5, data: nil)
        #expect(!list.places.contains { $0.id == "berlin" } && list.places.count == PlaceList.fixed.count)
        #expect(list.choice?.id == "tokyo" && list.place("Berlin") == nil)
        #expect(try list.chosen(or: "Berlin", texts).id == "berlin")
    }

    @Test func aRemovedPlaceReturnsAsTheOneThatItWas() throws {
        // Berlin in New Hampshire, after the built-in Berlin was removed.
        let berlin = SavedPlace(name: "Berlin", latitude: 44.5, longitude: -71.2)
        let oslo = SavedPlace(name: "Oslo", latitude: 59.91, longitude: 10.75)
        let start = StoredPlaces(own: [oslo, berlin], removed: ["berlin"])
        let list = PlaceList(choice: "", own: start.own, removed: start.removed)
        for place in list.places where place.kind != .myLocation {
            var stored = start
            let removal = stored.remove(place, isChosen: true)
            let undo = try #require(removal)
            if place.id == "berlin" { #expect(undo == .putBack(berlin, at: 1, isChosen: true)) }
            if place.id == "tokyo" { #expect(undo == .putBackBuiltIn(id: "tokyo", isChosen: true)) }
            #expect(stored != start)
            stored.putBack(undo)
            #expect(stored == start, "\(place.name)")
        }
        var stored = start
        let undo = stored.remove(Place.myLocation, isChosen: true)
        #expect(undo == nil && stored == start)
    }

    private let empty = PlaceList(choice: "my-location", own: [])

    @Test func thePlacesAreListedInOrder() throws {
        let oslo = SavedPlace(name: "Oslo", latitude: 59.91, longitude: 10.75)
        let list = PlaceList(choice: "tokyo", own: [oslo])
        #expect(
            list.places.map(\.name)
                == ["My Location", "Cupertino", "Redmond", "Menlo Park", "Mountain View", "Tokyo", "Berlin", "Oslo"]
        )
        #expect(list.places.map(\.kind) == [.myLocation] + Array(repeating: .fixed, count: 6) + [.own])
        #expect(try list.chosen(texts).name == "Tokyo")
        #expect(list.places.filter { $0.coordinate?.isValid == false } == [])
    }

    @Test(arguments: ["tokyo", "Tokyo", "TOKYO", " tokyo "])
    func aChoiceIsAnIdOrAName(choice: String) throws {
        #expect(try PlaceList(choice: choice, own: []).chosen(texts).name == "Tokyo")
    }

    @Test func aChoiceOfNothingIsAFailure() {
        let list = PlaceList(choice: "Atlantis", own: [])
        #expect(Fixtures.sentence { _ = try list.chosen(texts) } == texts.noSuchPlace("Atlantis"))
    }

    @Test func withoutAChoiceItIsMyLocation() throws {
        let list = PlaceList(own: [], location: nil, data: LocationData(PlaceList.cupertino))
        #expect(try list.chosen(texts).kind == .myLocation)
        let text = try JSONValue(encoding: PlacesPage.page(list, texts).card).jsonText
        #expect(text.contains(texts.chosen("My Location")) && !text.contains(texts.chosen("Cupertino")))
    }

    @Test(arguments: [("en", "My Location"), ("de", "Mein Standort"), ("ja", "現在地")])
    func myLocationIsTheFirstRowAndHasTheCheckMarkAtFirst(language: String, name: String) throws {
        let said = Texts(language)
        let page = PlacesPage.page(PlaceList(own: [], former: nil, location: nil, data: nil), said)
        let list = try #require(try JSONValue(encoding: page.card)["body"]?.arrayValue?.first)
        let rows = try #require(list["items"]?.arrayValue).map(\.jsonText)
        #expect(rows.map { $0.contains(Texts.checkMark) } == [true] + Array(repeating: false, count: 6))
        #expect(rows[0].contains("\"\(name)\"") && rows[0].contains(said.chosen(name)))
    }

    @Test(
        arguments: [
            ("Tokyo", nil, "Tokyo"), ("tokyo", 6, "Tokyo"), ("OSLO", nil, "Oslo"), ("現在地", 6, "My Location"),
            (nil, 6, "Berlin"), ("Atlantis", 6, "Berlin"), ("", 6, "Berlin"), ("Atlantis", nil, "My Location"),
        ] as [(String?, Int?, String)]
    )
    func theChoiceOfAnEarlierVersionCountsIfItNamesAPlace(former: String?, location: Int?, expected: String) {
        let oslo = SavedPlace(name: "Oslo", latitude: 59.91, longitude: 10.75)
        #expect(PlaceList(own: [oslo], former: former, location: location, data: nil).choice?.name == expected)
    }

    @Test(
        arguments: [
            (5, nil, "Tokyo 35.6895,139.6917"), (0, ("My Location", "37.323,-122.0322"), "My Location"),
            (1, ("Tokyo", "35.6895,139.6917"), "Cupertino 37.323,-122.0322"),
            (2, ("Paris", "48.85, 2.35"), "Paris 48.85,2.35"), (1, ("Tokyo", "1,2"), "Tokyo 1.0,2.0"),
            (-1, ("Oslo", "59.91,10.75"), "Oslo 59.91,10.75"), (Int.max, ("mein standort", "0,0"), "My Location"),
            // What is no description of a place leaves the number alone.
            (6, ("", "1,2"), "Berlin 52.52,13.405"), (6, ("a\nb", "1,2"), "Berlin 52.52,13.405"),
            (6, ("X", "91,0"), "Berlin 52.52,13.405"), (6, ("X", "1,2,3"), "Berlin 52.52,13.405"),
            (6, ("X", "nan,1e400"), "Berlin 52.52,13.405"), (6, ("X", ","), "Berlin 52.52,13.405"),
            (6, (String(repeating: "x", count: 61), "1,2"), "Berlin 52.52,13.405"),
        ] as [(Int, (String, String)?, String)]
    )
    func theChoiceIsWhatAnyProcessStored(location: Int, data: (String, String)?, expected: String) throws {
        let oslo = SavedPlace(name: "Oslo", latitude: 59.91, longitude: 10.75)
        var stored: LocationData?
        if let (name, latLong) = data {
            stored = try JSONDecoder().decode(
                LocationData.self,
                from: JSONEncoder().encode(["name": name, "latLong": latLong])
            )
        }
        let place = try PlaceList(own: [oslo], location: location, data: stored).chosen(texts)
        #expect([place.name, place.coordinate?.latLong].compactMap(\.self).joined(separator: " ") == expected)
    }

    @Test(arguments: [7, -1, Int.min]) func aNumberOfNoPlaceIsAFailure(location: Int) {
        let list = PlaceList(own: [], location: location, data: nil)
        #expect(Fixtures.sentence { _ = try list.chosen(texts) } == texts.noSuchPlace("\(location)"))
    }

    @Test func onlyTheHostKnowsWhereMyLocationIs() throws {
        var place = try empty.chosen(texts)
        #expect(place.kind == .myLocation && place.coordinate == nil)
        #expect(Fixtures.sentence { _ = try Fixtures.query(place: place) } == texts.locationUnknown)
        place.coordinate = Coordinate(latitude: 48.1, longitude: 11.6)
        let url = try Fixtures.query(place: place).url
        #expect(url.contains("latitude=48.1&") && url.contains("longitude=11.6&"))
    }

    @Test(arguments: ["my-location", "My Location", " my  location ", "Mein Standort", "現在地"])
    func myLocationIsChosenByItsNameInAnyLanguage(choice: String) throws {
        #expect(try PlaceList(choice: choice, own: []).chosen(texts).kind == .myLocation)
    }

    @Test func theWidgetNamesTheState() throws {
        #expect(empty.place("cupertino")?.title == "Cupertino, CA")
        #expect(empty.place("mountain-view")?.title == "Mountain View, CA")
        #expect(empty.place("tokyo")?.title == "Tokyo")
    }

    @Test func ownPlacesThatCannotBeAreLeftOut() {
        let own = [
            SavedPlace(name: "Far", latitude: 91, longitude: 0), SavedPlace(name: "tokyo", latitude: 0, longitude: 0),
            SavedPlace(name: "Oslo", latitude: 59.91, longitude: 10.75),
            SavedPlace(name: "OSLO", latitude: 1, longitude: 1),
        ]
        let list = PlaceList(choice: "", own: own)
        #expect(list.places.filter { $0.kind == .own }.map(\.name) == ["Oslo"])
    }

    @Test(arguments: [
        ("Oslo", "59.91", "10.75", 59.91, 10.75), ("  Rio de Janeiro\t", " -22.9 ", "-43", -22.9, -43),
        ("São Tomé 🏝", "+0.3", "6.7", 0.3, 6.7), ("South", "-90", "180", -90, 180),
        ("North", "90.0", "-180.0", 90, -180),
        ("Typed", "\u{2212}1.5", "007", -1.5, 7),
    ])
    func aPlaceIsAdded(name: String, latitude: String, longitude: String, north: Double, east: Double) throws {
        let place = try PlaceForm.place(
            from: ["name": name, "latitude": latitude, "longitude": longitude],
            addedTo: empty,
            texts
        )
        #expect(place.name == name.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        #expect(place.latitude == north)
        #expect(place.longitude == east)
    }

    @Test(arguments: [
        (nil, texts.nameMissing), ("", texts.nameMissing), ("  \n", texts.nameMissing),
        (String(repeating: "x", count: 61), texts.nameTooLong(60)), ("a\nb", texts.nameNotPlain),
        ("a\u{0}b", texts.nameNotPlain), ("a\u{2028}b", texts.nameNotPlain), ("-", texts.nameNotPlain),
        ("tokyo", texts.nameTaken("Tokyo")), ("Menlo  Park", texts.nameTaken("Menlo Park")),
        ("my location", texts.nameTaken("My Location")),
    ])
    func aNameThatWillNotDoIsRefused(name: String?, sentence: String) throws {
        var inputs = ["latitude": "1", "longitude": "2"]
        inputs["name"] = name
        let error = try #require(throws: InvalidInputs.self) {
            try PlaceForm.place(from: inputs, addedTo: empty, texts)
        }
        #expect(error.messages == ["name": sentence])
    }

    @Test(arguments: [
        (nil, texts.latitudeMissing), (" ", texts.latitudeMissing), ("north", texts.notANumber),
        ("1e1", texts.notANumber),
        ("0x10", texts.notANumber), ("nan", texts.notANumber), ("inf", texts.notANumber), ("1.2.3", texts.notANumber),
        (".5", texts.notANumber), ("5.", texts.notANumber), ("--5", texts.notANumber), ("5°", texts.notANumber),
        ("٣", texts.notANumber), ("5 5", texts.notANumber), ("-", texts.notANumber), ("52,5", texts.decimalComma),
        ("000000000000000000001", texts.notANumber), ("90.0001", texts.latitudeOutOfRange),
        ("-91", texts.latitudeOutOfRange), ("1000000", texts.latitudeOutOfRange),
    ])
    func aLatitudeThatWillNotDoIsRefused(latitude: String?, sentence: String) throws {
        var inputs = ["name": "Oslo", "longitude": "2"]
        inputs["latitude"] = latitude
        let error = try #require(throws: InvalidInputs.self) {
            try PlaceForm.place(from: inputs, addedTo: empty, texts)
        }
        #expect(error.messages == ["latitude": sentence])
    }

    @Test func everythingThatIsWrongIsSaidAtOnce() throws {
        let inputs = ["longitude": "180.5"]
        let error = try #require(throws: InvalidInputs.self) {
            try PlaceForm.place(from: inputs, addedTo: empty, texts)
        }
        #expect(
            error.messages == [
                "name": texts.nameMissing, "latitude": texts.latitudeMissing, "longitude": texts.longitudeOutOfRange,
            ]
        )
    }

    @Test func placesAreLimited() throws {
        let own = (0..<50).map { SavedPlace(name: "Place \($0)", latitude: 0, longitude: 0) }
        let list = PlaceList(choice: "", own: own)
        let inputs = ["name": "One more", "latitude": "1", "longitude": "2"]
        let error = try #require(throws: InvalidInputs.self) { try PlaceForm.place(from: inputs, addedTo: list, texts) }
        #expect(error.messages == ["name": texts.tooManyPlaces(50)])
    }
}
