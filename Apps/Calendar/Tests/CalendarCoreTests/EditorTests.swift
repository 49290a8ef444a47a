import Testing
import TodayKit

@testable import CalendarCore

@Suite struct EditorTests {
    private let editor = CalendarEditor(Texts("en"))
    private let three = ["a", "b", "c"].map { SavedCalendar(.address("https://\($0).org/")) }

    @Test(arguments: [
        ("https://example.org/a.ics", SavedCalendar.Source.address("https://example.org/a.ics")),
        (" example.org/cal ", .address("https://example.org/cal")),
        ("webcal://example.org/a.ics?b=c", .address("https://example.org/a.ics?b=c")),
        ("WEBCALS://example.org/a", .address("https://example.org/a")),
        ("http://nas.local:8080/a", .address("http://nas.local:8080/a")),
        ("holidays.ics", .file("holidays.ics")), ("My Team.ICS", .file("My Team.ICS")),
    ])
    func anAddressOrAFileIsRead(text: String, source: SavedCalendar.Source) throws {
        let calendars = try editor.calendars(after: .add, [], inputs: ["address": text, "name": " My\nteam "])
        #expect(calendars == [SavedCalendar(source, name: "My team", color: .blue)])
    }

    @Test(arguments: [
        "", "   ", "javascript:alert(1)", "file:///a.ics", "ftp://example.org/", "https://", "https://a:b@example.org/",
        "https://example.org/" + String(repeating: "x", count: 1000), "../../etc/a.ics", "/etc/a.ics",
        ".ics", "müller.de/a",
    ])
    func whatIsNoAddressIsRefusedAtItsInput(text: String) {
        let refused = #expect(throws: InvalidInputs.self) {
            try editor.calendars(after: .add, [], inputs: ["address": text])
        }
        #expect(refused?.messages.keys.sorted() == ["address"])
    }

    @Test func calendarsAreThereOnceAndLimited() throws {
        #expect(throws: InvalidInputs.self) {
            try editor.calendars(after: .add, three, inputs: ["address": "https://a.org/"])
        }
        var many = (0..<SavedCalendar.limit).map { SavedCalendar(.address("https://\($0).org/")) }
        #expect(throws: InvalidInputs.self) {
            try editor.calendars(after: .add, many, inputs: ["address": "https://a.org/"])
        }
        editor.add(three, to: &many)
        #expect(many.count == SavedCalendar.limit)
    }

    @Test func newCalendarsGetColorsThatAreNotUsed() {
        var calendars: [SavedCalendar] = []
        editor.add((0..<10).map { SavedCalendar(.file("\($0).ics")) }, to: &calendars)
        #expect(calendars.prefix(8).map(\.color) == CalendarColor.allCases)
        #expect(calendars.suffix(2).map(\.color) == [.blue, .orange])
    }

    @Test func calendarsAreHiddenColoredAndRemoved() throws {
        let id = three[1].id
        let hidden = try editor.calendars(after: .show(id: id, false), three, inputs: [:])
        #expect(hidden.map(\.isOn) == [true, false, true])
        #expect(try editor.calendars(after: .paint(id: id, .red), three, inputs: [:])[1].color == .red)
        #expect(try editor.calendars(after: .remove(id: id), three, inputs: [:]) == [three[0], three[2]])
    }

    @Test(arguments: [
        (["address": "https://a.org", "user": "kim"], ["password"]),
        (["address": "https://a.org"], ["password", "user"]),
        (["address": "http://a.org", "user": "kim", "password": "x"], ["address"]),
        (["address": "https://a.org", "user": "a:b", "password": "x"], ["user"]),
    ])
    func anAccountThatIsIncompleteIsRefused(inputs: [String: String], wrong: [String]) {
        let refused = #expect(throws: InvalidInputs.self) { try editor.account(from: inputs) }
        #expect(refused?.messages.keys.sorted() == wrong)
    }
}
