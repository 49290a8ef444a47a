import Testing
import TodayKit

@testable import ClockCore

@Suite struct ClockTests {
    private let saturday = Date(timeIntervalSince1970: 1_795_248_030)  // 2026-11-21 08:00:30 UTC

    @Test(arguments: [
        ("Europe/Berlin", 9, 0, 3600), ("America/New_York", 3, 0, -18_000), ("Asia/Kolkata", 13, 30, 19_800),
        ("Pacific/Kiritimati", 22, 0, 50_400), ("UTC", 8, 0, 0), ("Nowhere/Else", 8, 0, 0),
    ])
    func aZoneHasItsTime(zone: String, hour: Int, minute: Int, offset: Int) {
        var expected = LocalTime(hour: hour, minute: minute, day: 20_778, offset: offset)
        expected.isUTC = zone == "UTC"
        #expect(LocalTime(saturday, in: zone) == expected)
    }

    @Test func summerTimeBeginsInTheMiddleOfTheNight() {
        let before = Date(timeIntervalSince1970: 1_774_745_999)  // 2026-03-29 00:59:59 UTC
        let (winter, summer) = (before, Date(timeIntervalSince1970: 1_774_746_000))
        #expect(LocalTime(winter, in: "Europe/Berlin") == LocalTime(hour: 1, minute: 59, day: 20_541, offset: 3600))
        #expect(LocalTime(summer, in: "Europe/Berlin") == LocalTime(hour: 3, minute: 0, day: 20_541, offset: 7200))
    }

    @Test func aTimeBefore1970HasADay() {
        let time = LocalTime(Date(timeIntervalSince1970: -1), in: "UTC")
        #expect(time == LocalTime(hour: 23, minute: 59, day: -1, offset: 0, isUTC: true))
    }

    @Test(arguments: [
        ("en-US", "3:05\u{a0}PM", "12:00\u{a0}AM"), ("en-GB", "15:05", "00:00"), ("de-DE", "15:05", "00:00"),
        ("ja-JP", "15:05", "0:00"),
    ])
    func theTimeIsWrittenAsTheLanguageDoes(language: String, afternoon: String, midnight: String) {
        let texts = Texts(language)
        #expect(texts.time(LocalTime(hour: 15, minute: 5, day: 0, offset: 0)) == afternoon)
        #expect(texts.time(LocalTime(hour: 0, minute: 0, day: 0, offset: 0)) == midnight)
    }

    @Test func theDifferenceNamesTheDayAndTheHours() {
        let home = LocalTime(hour: 9, minute: 0, day: 10, offset: 3600)
        let india = LocalTime(hour: 13, minute: 30, day: 10, offset: 19_800)
        let island = LocalTime(hour: 0, minute: 0, day: 11, offset: 50_400)
        let west = LocalTime(hour: 22, minute: 0, day: 9, offset: -36_000)
        #expect(Texts("en").difference(india, from: home) == "Today, +4:30 h")
        #expect(Texts("de").difference(island, from: home) == "Morgen, +13 Std.")
        #expect(Texts("ja").difference(west, from: home) == "昨日、\u{2212}11時間")
        // Where the host's zone is that of no place, the difference to it would be none to the person's clock.
        let server = LocalTime(Date(timeIntervalSince1970: 0), in: "Etc/UTC")
        #expect(Texts("en").difference(west, from: server) == "UTC\u{2212}10")
        #expect(Texts("de").difference(india, from: server) == "UTC+5:30")
        #expect(Texts("en").difference(server, from: server) == "UTC")
    }

    @Test func theTableGivesNamesAndNoPaths() {
        let table = "# comment\nDE\t+5230+01322\tEurope/Berlin\tmost\nXX\t+0\t../../etc/passwd\nXX\t+0\t\nshort\n"
        #expect(ZoneList(table: table).names == ["Europe/Berlin", "UTC"])
        #expect(ZoneList.city(of: "America/Argentina/Buenos_Aires") == "Buenos Aires")
    }

    @Test(arguments: [
        ("en-US", "Asia/Tokyo", "Tokyo"), ("de-DE", "Asia/Tokyo", "Tokio"), ("ja-JP", "Asia/Tokyo", "東京"),
        ("de-AT", "America/New_York", "New York"), ("de", "Nowhere/Else", "Else"), ("de", "UTC", "UTC"), ("ja", "", ""),
        ("de", "Europe/Copenhagen", "Kopenhagen"), ("de", "Atlantic/Reykjavik", "Reykjavík"),
    ])
    func aClockHasTheNameOfItsCityInTheLanguage(language: String, zone: String, city: String) {
        #expect(Texts(language).title(of: SavedClock(zone: zone)) == city)
        #expect(Texts(language).title(of: SavedClock(zone: zone, label: "Mum")) == "Mum")
    }

    @Test(arguments: [
        ("en", "york", "America/New_York"), ("de", "Tokio", "Asia/Tokyo"), ("de", "tokyo", "Asia/Tokyo"),
        ("ja", "東", "Asia/Tokyo"), ("en", "europe/berl", "Europe/Berlin"), ("en", "Atlantis", nil),
    ])
    func aCityIsFoundByTheBeginningOfItsName(language: String, text: String, zone: String?) throws {
        let zones = ZoneList.system()
        #expect(zones.names(finding: text, Texts(language)).first == zone)
        let page = ClockPage.page([], zones: zones, finding: text, now: saturday, zone: "UTC", Texts(language))
        let json = try JSONValue(encoding: page.card).jsonText
        #expect(json.contains("CompoundButton") == (zone != nil) && json.contains(#""id":"label""#) == (zone != nil))
    }

    @Test func citiesComeBeforeRegionsAndTheRestIsTold() throws {
        let (zones, texts) = (ZoneList.system(), Texts("en"))
        let names = zones.names(finding: "Am", texts)
        let places = try ["Europe/Amsterdam", "America/Panama", "America/Adak"].map { name in
            try #require(names.firstIndex(of: name))
        }
        #expect(places == places.sorted() && places[0] < 12)
        func page(_ text: String) throws -> String {
            let page = ClockPage.page([], zones: zones, finding: text, now: saturday, zone: "UTC", texts)
            return try JSONValue(encoding: page.card).jsonText
        }
        let (many, one) = try (page("Am"), page("Amster"))
        #expect(many.contains(texts.moreFound) && !one.contains(texts.moreFound))
    }

    @Test func theCatalogNamesTheCitiesOfZones() throws {
        let zones = Set(ZoneList.system().names)
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Texts/Cities.xcstrings")
        let catalog = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))
        let entries = try #require(catalog["strings"]?.objectValue)
        #expect(entries.count > 400)
        #expect(entries.values.allSatisfy { $0["localizations"]?.objectValue?.isEmpty == false })
        // A later time zone database may know a zone by another name.
        #expect(entries.keys.count { zones.contains($0) } > 400)
    }

    @Test func everyZoneOfTheListHasAJapaneseName() {
        let texts = Texts("ja")
        let unnamed = ZoneList.system().names.filter { texts.title(of: SavedClock(zone: $0)) == ZoneList.city(of: $0) }
        // UTC, and zones that are newer than the table.
        #expect(unnamed.count < 5, "\(unnamed)")
    }

    @Test func theSystemHasTheZonesOfTheWorld() {
        let zones = ZoneList.system().names
        #expect(zones.count > 400 && zones.contains("Europe/Berlin") && zones.contains("Asia/Tokyo"))
    }

    @Test(arguments: [
        "Africa/Accra", "Africa/Addis_Ababa", "Asia/Kuala_Lumpur", "Asia/Kuwait", "Asia/Phnom_Penh",
        "Atlantic/Reykjavik", "Europe/Amsterdam", "Europe/Bratislava", "Europe/Copenhagen", "Europe/Luxembourg",
        "Europe/Monaco", "Europe/Oslo", "Europe/Stockholm", "Europe/Zagreb",
    ])
    func aCountryHasItsOwnZoneAlsoIfItsClocksAreThoseOfAnother(zone: String) {
        #expect(ZoneList.system().names.contains(zone))
        #expect(LocalTime(saturday, in: zone).offset != 0 || ["Africa/Accra", "Atlantic/Reykjavik"].contains(zone))
    }

    @Test func theContentGoesOnForAnHour() throws {
        let clocks = [SavedClock(zone: "Asia/Tokyo", label: "Mum [x](http://x)")]
        let content = ClockCards.content(clocks, now: saturday, zone: "Europe/Berlin", Texts("en-GB"))
        let entries = try #require(content.entries)
        #expect(entries.count == 59)
        #expect(entries.first?.date == Date(timeIntervalSince1970: 1_795_248_060))
        #expect(content.refresh == .at(Date(timeIntervalSince1970: 1_795_251_600)))
        try content.compact.validateForWidget()
        #expect(content.expanded == nil)
        #expect(try JSONValue(encoding: content.compact).jsonText.contains(#""17:00""#))
        #expect(try JSONValue(encoding: entries[0].compact).jsonText.contains(#""17:01""#))
        #expect(try JSONValue(encoding: content.compact).jsonText.contains(#"\\[x\\]"#))
    }

    @Test(arguments: [
        ("en-US", "5:00\u{a0}PM"), ("en-US-u-hc-h23", "17:00"), ("de-u-hc-h12", "5:00\u{a0}PM"), ("de", "17:00"),
    ])
    func theClockIsTheOneThatThePersonChose(language: String, text: String) {
        #expect(Texts(language).time(LocalTime(hour: 17, minute: 0, day: 0, offset: 0)) == text)
    }

    @Test func aSmallWidgetHasAClockOnEachLine() throws {
        let clocks = ["Asia/Tokyo", "Europe/London", "America/New_York"].map { SavedClock(zone: $0, label: $0) }
        func lines(_ family: WidgetFamily) -> Int {
            ClockCards.content(clocks, now: saturday, zone: "UTC", family: family, Texts("en-US")).compact.body.count
        }
        #expect(lines(.small) == 3 && lines(.medium) == 1)
    }

    @Test func withoutClocksTheWidgetSaysWhatToDo() throws {
        let content = ClockCards.content([], now: saturday, zone: "UTC", Texts("en"))
        #expect(content.entries == nil && content.expanded == nil)
        #expect(try JSONValue(encoding: content.compact).jsonText.contains("Add one in Clock"))
    }
}

@Suite struct ClockEditorTests {
    private let editor = ClockEditor(zones: ZoneList(table: "a\tb\tEurope/Berlin"), Texts("en"))

    @Test func aClockIsAddedOnceAndRemoved() throws {
        let inputs = ["label": "  Ada's\nhome "]
        let added = try editor.clocks(after: add, [], inputs: inputs)
        #expect(added == [SavedClock(zone: "Europe/Berlin", label: "Ada's home")])
        #expect(try editor.clocks(after: add, added, inputs: inputs) == added)
        #expect(try editor.clocks(after: .remove(added[0]), added, inputs: [:]).isEmpty)
        #expect(try editor.clocks(after: .remove(added[0]), [], inputs: [:]).isEmpty)
    }

    @Test func aRemovedClockReturnsToItsPlaceOnce() throws {
        let clocks = ["a", "b", "c"].map { SavedClock(zone: "UTC", label: $0) }
        let action = ClockAction.putBack(clocks[1], at: 1)
        let removed = try editor.clocks(after: .remove(clocks[1]), clocks, inputs: [:])
        #expect(try editor.clocks(after: action, removed, inputs: [:]) == clocks)
        #expect(try editor.clocks(after: action, clocks, inputs: [:]) == clocks)
        // The list may have become shorter meanwhile.
        #expect(try editor.clocks(after: .putBack(clocks[2], at: 9), [], inputs: [:]) == [clocks[2]])
        let many = (0..<SavedClock.limit).map { SavedClock(zone: "UTC", label: "\($0)") }
        #expect(throws: Failure.self) { try editor.clocks(after: action, many, inputs: [:]) }
    }

    private let add = ClockAction.add(zone: "Europe/Berlin")

    @Test(arguments: ["../../etc/passwd", "", "Nowhere/Else"])
    func aZoneThatIsNotThereIsRefused(zone: String) {
        #expect(throws: Failure.self) { try editor.clocks(after: .add(zone: zone), [], inputs: [:]) }
    }

    @Test func aMistakeIsNamedAtItsInput() throws {
        let long = String(repeating: "x", count: 41)
        #expect(throws: InvalidInputs.self) { try editor.clocks(after: add, [], inputs: ["label": long]) }
        for text in ["", " ", long] {
            #expect(throws: InvalidInputs.self) { try editor.searchURL(["search": text]) }
        }
        #expect(try editor.searchURL(["search": " New  York"]) == "today-clock://?search=New%20York")
    }

    @Test func thereIsALimit() {
        let many = (0..<SavedClock.limit).map { SavedClock(zone: "UTC", label: "\($0)") }
        #expect(throws: Failure.self) { try editor.clocks(after: add, many, inputs: [:]) }
    }
}
