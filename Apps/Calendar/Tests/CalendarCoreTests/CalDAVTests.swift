import CalendarFormat
import CivilTime
import Testing
import TodayKit
import XMLReading

@testable import CalendarCore

/// What servers of calendars answer, also hostile ones.
@Suite struct CalDAVTests {
    private func responses(_ body: String) throws -> [DAVResponse] {
        try DAVResponse.responses(
            Array(
                """
                <?xml version="1.0"?><x:multistatus xmlns:x="DAV:" xmlns="urn:ietf:params:xml:ns:caldav">\(body)</x:multistatus>
                """.utf8
            )
        )
    }

    @Test func propertiesAreReadWithAnyPrefix() throws {
        let found = try responses(
            """
            <x:response><x:href> /kim/work/ </x:href><x:propstat><x:prop><x:resourcetype><x:collection/><calendar/>\
            </x:resourcetype><x:displayname>Home &amp; garden</x:displayname>\
            <x:current-user-principal><x:href>/p/</x:href></x:current-user-principal>\
            <calendar-home-set><x:href>/kim/</x:href><x:href>/other/</x:href></calendar-home-set>\
            <supported-calendar-component-set><comp name="vevent"/></supported-calendar-component-set></x:prop>\
            <x:status>HTTP/1.1 200 OK</x:status></x:propstat>\
            <x:propstat><x:prop><x:displayname/></x:prop></x:propstat></x:response>
            """
        )
        let expected = DAVResponse(
            href: "/kim/work/",
            isCalendar: true,
            components: ["VEVENT"],
            name: "Home & garden",
            principal: "/p/",
            home: "/kim/"
        )
        #expect(found == [expected])
    }

    @Test func aDocumentIsReadWithItsLineEndsAlsoInCDATA() throws {
        let found = try responses(
            "<x:response><calendar-data>BEGIN:VCALENDAR&#13;\nEND:VCALENDAR</calendar-data></x:response>"
                + "<x:response><calendar-data><![CDATA[BEGIN:VCALENDAR\nX:<&>]]></calendar-data></x:response>"
        )
        #expect(found.map(\.data) == ["BEGIN:VCALENDAR\r\nEND:VCALENDAR", "BEGIN:VCALENDAR\nX:<&>"])
    }

    @Test(arguments: [
        "", "<html><body/></html>", "<multistatus/>", "<d:multistatus xmlns:d='DAV:'>", "{}",
        "<d:multistatus xmlns:d='DAV:'>" + String(repeating: "<a>", count: 1000),
    ])
    func anythingElseIsRefused(body: String) {
        #expect(throws: XMLError.self) { try DAVResponse.responses(Array(body.utf8)) }
    }

    @Test func namesAndResourcesAreLimited() throws {
        let long = String(repeating: "x", count: 100_000)
        let found = try responses("<x:response><x:displayname>\(long)</x:displayname></x:response>")
        #expect(found.map { $0.name?.count } == [DAVResponse.textLimit])
        let many = try responses(String(repeating: "<x:response/>", count: DAVResponse.limit + 5))
        #expect(many.count == DAVResponse.limit)
    }

    @Test(arguments: [
        ("/kim/", "https://a.example.org/x", "https://a.example.org/kim/"),
        ("work/", "https://a.example.org/kim/", "https://a.example.org/kim/work/"),
        ("https://a.example.org:443/kim/", "https://a.example.org/", "https://a.example.org:443/kim/"),
        ("https://p42-caldav.icloud.com/1/", "https://caldav.icloud.com/", "https://p42-caldav.icloud.com/1/"),
        ("https://evil.com/", "https://caldav.icloud.com/", nil), ("https://evil.com/", "https://example.com/", nil),
        ("http://a.example.org/kim/", "https://a.example.org/", nil), ("//evil.com/", "https://a.example.org/", nil),
        ("https://a.example.org:8443/", "https://a.example.org/", nil), ("javascript:x", "https://a.example.org/", nil),
        ("https://u:p@a.example.org/", "https://a.example.org/", nil), ("/a b", "https://a.example.org/", nil),
        ("/kim/", "http://127.0.0.1:5232/", "http://127.0.0.1:5232/kim/"), ("/kim/", "http://a.example.org/", nil),
    ])
    func aServerLeadsOnlyToItself(href: String, base: String, expected: String?) {
        #expect(DAVAddress.resolve(href, against: base) == expected)
    }

    @Test func eventsThatAreOverAreNotKept() throws {
        let events = [
            "DTSTART:20260101", "DTSTART:20261120", "DTSTART:20260101\nRRULE:FREQ=DAILY",
            "DTSTART:20260101\nDTEND:20270101", "DTSTART:20260101\nDURATION:P400D", "DTSTART:20260101\nRDATE:20261201",
        ]
        let body = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
        var document = try CalendarDocument(Array("BEGIN:VCALENDAR\n\(body)END:VCALENDAR".utf8))
        document.removeEvents(before: try #require(Day("2026-11-01")))
        #expect(document.events.count == 5)
    }

    @Test func aContentIsKeptAndADamagedFileIsNone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "calendar-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = CalendarStore(folder: folder)
        #expect(store.content(of: "a") == nil)
        let document = try CalendarDocument(
            Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261123\nRRULE:FREQ=DAILY\nEND:VEVENT\nEND:VCALENDAR".utf8)
        )
        let saved = CalendarContent(document, fetched: Date(timeIntervalSince1970: 1_795_248_000))
        try store.save(saved, of: "a")
        #expect(store.content(of: "a") == saved)
        store.removeContents(except: ["a"])
        #expect(store.content(of: "a") == saved)
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder + "/contents").first)
        try Data("{".utf8).write(to: URL(filePath: folder + "/contents/" + file))
        #expect(store.content(of: "a") == nil)
        store.removeContents(except: [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/contents").isEmpty)
    }
}
