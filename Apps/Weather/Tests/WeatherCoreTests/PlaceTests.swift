import Testing
import TodayKit

@testable import WeatherCore

@Suite struct PlaceTests {
    private let empty = PlaceList(choice: "my-location", own: [], myLocation: nil)

    @Test func thePlacesAreListedInOrder() throws {
        let oslo = SavedPlace(name: "Oslo", latitude: 59.91, longitude: 10.75)
        let list = PlaceList(choice: "tokyo", own: [oslo], myLocation: nil)
        #expect(
            list.places.map(\.name)
                == ["My Location", "Cupertino", "Redmond", "Menlo Park", "Mountain View", "Tokyo", "Berlin", "Oslo"]
        )
        #expect(list.places.map(\.kind) == [.myLocation] + Array(repeating: .fixed, count: 6) + [.own])
        #expect(try list.chosen().name == "Tokyo")
        #expect(list.places.filter { !$0.coordinate.isValid } == [])
    }

    @Test(arguments: ["tokyo", "Tokyo", "TOKYO", " tokyo "])
    func aChoiceIsAnIdOrAName(choice: String) throws {
        #expect(try PlaceList(choice: choice, own: [], myLocation: nil).chosen().name == "Tokyo")
    }

    @Test func aChoiceOfNothingIsAFailure() {
        let list = PlaceList(choice: "Atlantis", own: [], myLocation: nil)
        #expect(Fixtures.sentence { _ = try list.chosen() } == Texts.noSuchPlace("Atlantis"))
    }

    @Test func myLocationIsCupertinoUntilThePersonSaysOtherwise() throws {
        #expect(try empty.chosen().coordinate == PlaceList.cupertino.coordinate)
        let here = Coordinate(latitude: 48.1, longitude: 11.6)
        #expect(try PlaceList(choice: "my-location", own: [], myLocation: here).chosen().coordinate == here)
        let nowhere = Coordinate(latitude: 480, longitude: 11.6)
        let list = PlaceList(choice: "my-location", own: [], myLocation: nowhere)
        #expect(try list.chosen().coordinate == PlaceList.cupertino.coordinate)
    }

    @Test func theWidgetNamesMyLocationByItsTownUntilItIsSet() throws {
        #expect(try empty.chosen().title == "Cupertino, CA")
        let list = PlaceList(choice: "my-location", own: [], myLocation: Coordinate(latitude: 48.1, longitude: 11.6))
        #expect(try list.chosen().title == "My Location")
        #expect(list.place("mountain-view")?.title == "Mountain View, CA")
        #expect(list.place("tokyo")?.title == "Tokyo")
    }

    @Test func ownPlacesThatCannotBeAreLeftOut() {
        let own = [
            SavedPlace(name: "Far", latitude: 91, longitude: 0), SavedPlace(name: "tokyo", latitude: 0, longitude: 0),
            SavedPlace(name: "Oslo", latitude: 59.91, longitude: 10.75),
            SavedPlace(name: "OSLO", latitude: 1, longitude: 1),
        ]
        let list = PlaceList(choice: "", own: own, myLocation: nil)
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
            addedTo: empty
        )
        #expect(place.name == name.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        #expect(place.latitude == north)
        #expect(place.longitude == east)
    }

    @Test(arguments: [
        (nil, Texts.nameMissing), ("", Texts.nameMissing), ("  \n", Texts.nameMissing),
        (String(repeating: "x", count: 61), Texts.nameTooLong(60)), ("a\nb", Texts.nameNotPlain),
        ("a\u{0}b", Texts.nameNotPlain), ("a\u{2028}b", Texts.nameNotPlain), ("-", Texts.nameNotPlain),
        ("tokyo", Texts.nameTaken("Tokyo")), ("Menlo  Park", Texts.nameTaken("Menlo Park")),
        ("my location", Texts.nameTaken("My Location")),
    ])
    func aNameThatWillNotDoIsRefused(name: String?, sentence: String) throws {
        var inputs = ["latitude": "1", "longitude": "2"]
        inputs["name"] = name
        let error = try #require(throws: InvalidInputs.self) { try PlaceForm.place(from: inputs, addedTo: empty) }
        #expect(error.messages == ["name": sentence])
    }

    @Test(arguments: [
        (nil, Texts.latitudeMissing), (" ", Texts.latitudeMissing), ("north", Texts.notANumber),
        ("1e1", Texts.notANumber),
        ("0x10", Texts.notANumber), ("nan", Texts.notANumber), ("inf", Texts.notANumber), ("1.2.3", Texts.notANumber),
        (".5", Texts.notANumber), ("5.", Texts.notANumber), ("--5", Texts.notANumber), ("5°", Texts.notANumber),
        ("٣", Texts.notANumber), ("5 5", Texts.notANumber), ("-", Texts.notANumber), ("52,5", Texts.decimalComma),
        ("000000000000000000001", Texts.notANumber), ("90.0001", Texts.latitudeOutOfRange),
        ("-91", Texts.latitudeOutOfRange), ("1000000", Texts.latitudeOutOfRange),
    ])
    func aLatitudeThatWillNotDoIsRefused(latitude: String?, sentence: String) throws {
        var inputs = ["name": "Oslo", "longitude": "2"]
        inputs["latitude"] = latitude
        let error = try #require(throws: InvalidInputs.self) { try PlaceForm.place(from: inputs, addedTo: empty) }
        #expect(error.messages == ["latitude": sentence])
    }

    @Test func everythingThatIsWrongIsSaidAtOnce() throws {
        let inputs = ["longitude": "180.5"]
        let error = try #require(throws: InvalidInputs.self) { try PlaceForm.place(from: inputs, addedTo: empty) }
        #expect(
            error.messages == [
                "name": Texts.nameMissing, "latitude": Texts.latitudeMissing, "longitude": Texts.longitudeOutOfRange,
            ]
        )
    }

    @Test func placesAreLimited() throws {
        let own = (0..<50).map { SavedPlace(name: "Place \($0)", latitude: 0, longitude: 0) }
        let list = PlaceList(choice: "", own: own, myLocation: nil)
        let inputs = ["name": "One more", "latitude": "1", "longitude": "2"]
        let error = try #require(throws: InvalidInputs.self) { try PlaceForm.place(from: inputs, addedTo: list) }
        #expect(error.messages == ["name": Texts.tooManyPlaces(50)])
    }

    @Test func myLocationIsSetAndTakenBack() throws {
        #expect(
            try PlaceForm.myLocation(from: ["my-latitude": "48.1", "my-longitude": "11.6"])
                == Coordinate(latitude: 48.1, longitude: 11.6)
        )
        #expect(try PlaceForm.myLocation(from: [:]) == nil)
        #expect(try PlaceForm.myLocation(from: ["my-latitude": " "]) == nil)
        let error = try #require(throws: InvalidInputs.self) {
            try PlaceForm.myLocation(from: ["my-latitude": "48.1"])
        }
        #expect(error.messages == ["my-longitude": Texts.longitudeMissing])
    }
}
