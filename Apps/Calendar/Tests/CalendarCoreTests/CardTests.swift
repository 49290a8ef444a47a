import CalendarFormat
import CivilTime
import Testing
import TodayKit

@testable import CalendarCore

/// What people see of calendars.
@Suite struct CardTests {
    /// Saturday, 21 November 2026, 09:00 in Berlin.
    private static let now = 1_795_248_000

    private func clock(_ now: Int = now) throws -> ViewerClock {
        ViewerClock(now: now, zone: try #require(ZoneFolder.system.rules(of: "Europe/Berlin")))
    }

    private func status(_ name: String, _ events: String..., color: CalendarColor = .blue) throws -> CalendarStatus {
        let body = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
        let document = try CalendarDocument(Array("BEGIN:VCALENDAR\nX-WR-CALNAME:\(name)\n\(body)END:VCALENDAR".utf8))
        return CalendarStatus(
            SavedCalendar(.address("https://example.org/\(name)"), color: color),
            content: CalendarContent(document, fetched: Date(timeIntervalSince1970: Double(Self.now)))
        )
    }

    private func titles(_ agenda: Agenda) -> [String] {
        agenda.sections.flatMap { section in
            ["\(section.day)"] + section.entries.map { $0.occurrence.title ?? "" }
        }
    }

    @Test(arguments: ["en", "de", "ja"])
    func whereTheWidgetLeadsThereIsAWayToAServer(language: String) throws {
        let json = try JSONValue(encoding: AddPages(Texts(language)).add(files: []).card).jsonText
        #expect(json.contains(#""url":"\#(CalendarURL.account)""#))
    }

    @Test func daysComeInOrderWithWholeDaysFirst() throws {
        let work = try status(
            "Work",
            "SUMMARY:Late\nDTSTART:20261121T150000Z",
            "SUMMARY:Early\nDTSTART:20261121T080000Z",
            "SUMMARY:Too late\nDTSTART;VALUE=DATE:20261205"
        )
        let home = try status("Home", "SUMMARY:Trip\nDTSTART;VALUE=DATE:20261121\nDTEND;VALUE=DATE:20261123")
        let agenda = Agenda([work, home], try clock())
        #expect(titles(agenda) == ["2026-11-21", "Trip", "Early", "Late", "2026-11-22", "Trip"])
        let tomorrow = Agenda([work, home], try clock(Self.now + 15 * 3600))
        #expect(titles(tomorrow) == ["2026-11-22", "Trip", "2026-12-05", "Too late"])
    }

    @Test func eventsAreFoundByTitleAndPlaceOnce() throws {
        let home = try status(
            "Home",
            "SUMMARY:Sea trip\nDTSTART;VALUE=DATE:20261121\nDTEND;VALUE=DATE:20261123",
            "SUMMARY:Choir\nLOCATION:Seamen’s hall\nDTSTART:20261122T150000Z",
            "LOCATION:Sea\nDTSTART:20261122T150000Z"
        )
        let found = Agenda([home], try clock()).entries(fitting: "SEA")
        #expect(found.map(\.title) == ["Sea trip", "Choir"])
        #expect(found.map(\.detail) == ["Home", "Seamen’s hall"])
        #expect(found.allSatisfy { $0.url == CalendarURL.agenda })
    }

    @Test func aCalendarThatIsOffIsNotShown() throws {
        var work = try status("Work", "SUMMARY:Early\nDTSTART:20261121T080000Z")
        work.calendar.isOn = false
        #expect(Agenda([work], try clock()).count == 0)
    }

    @Test func whatIsOverLeavesTheWidgetAtItsEnd() throws {
        let work = try status(
            "Work",
            "SUMMARY:First\nDTSTART:20261121T083000Z\nDURATION:PT1H",
            "SUMMARY:Second\nDTSTART:20261121T150000Z"
        )
        let content = WidgetCards(Texts("en"), try clock()).content([work], family: .small)
        let dates = try #require(content.entries).map { Int($0.date.timeIntervalSince1970) - Self.now }
        #expect(dates == [1800, 5400, 7 * 3600, 15 * 3600])
        let agenda = Agenda([work], try clock())
        #expect(titles(agenda.remaining(at: Self.now + 5399, today: try clock().today)).count == 3)
        #expect(titles(agenda.remaining(at: Self.now + 5400, today: try clock().today)) == ["2026-11-21", "Second"])
    }

    @Test func whatIsOnNowHasAPlaceBesideManyWholeDays() throws {
        let days = (1...3).map { "SUMMARY:Day \($0)\nDTSTART;VALUE=DATE:20261121" }
        let agenda = Agenda(
            [
                try status("Days", days[0], days[1], days[2]),
                try status("Work", "SUMMARY:Meeting\nDTSTART:20261121T073000Z\nDURATION:PT1H"),
            ],
            try clock()
        )
        let today = try clock().today
        func shown(_ count: Int) -> [String?] {
            agenda.highlights(count, of: today).flatMap(\.entries).map(\.occurrence.title)
        }
        #expect(shown(1) == ["Meeting"])
        #expect(shown(2) == ["Day 1", "Meeting"])
        #expect(shown(4) == ["Day 1", "Day 2", "Meeting", "Day 3"])
    }

    @Test(arguments: [(WidgetFamily.small, 5), (.medium, 5), (.large, 12)])
    func aLargerWidgetShowsMore(family: WidgetFamily, count: Int) throws {
        let events = (10..<22).map { "SUMMARY:At \($0)\nDTSTART:20261121T\($0)0000Z" }
        var work = try status("Work")
        for event in events {
            work.content?.document.events += try #require(try status("x", event).content).document.events
        }
        let content = WidgetCards(Texts("en"), try clock()).content([work], family: family)
        let text = "\(content.compact)"
        #expect((10..<22).count { text.contains("At \($0)") } == count)
        #expect((content.expanded == nil) == (family == .large))
    }

    /// The widget is drawn in the host's zone, and its dates are formatted in the viewer's.
    @Test(arguments: ["UTC", "Asia/Tokyo", "America/New_York", "America/Los_Angeles", "Pacific/Auckland"])
    func aDayHasItsDateWhereverOneLooks(host: String) throws {
        let zone = try #require(ZoneFolder.system.rules(of: host))
        let trip = try status("Home", "SUMMARY:Trip\nDTSTART;VALUE=DATE:20261124")
        let content = WidgetCards(Texts("en"), ViewerClock(now: Self.now, zone: zone)).content([trip], family: .small)
        let json = try JSONValue(encoding: content.compact).jsonText
        let text = try #require(json.firstMatch(of: #/DATE\(([^)]*),DAY\)/#)?.1)
        let moment = try Date(String(text), strategy: Date.ISO8601FormatStyle()).timeIntervalSince1970
        let day = try #require(Day(year: 2026, month: 11, day: 24))
        for viewer in ["Pacific/Honolulu", "America/New_York", "UTC", "Asia/Tokyo", "Pacific/Chatham", host] {
            let rules = try #require(ZoneFolder.system.rules(of: viewer))
            #expect(DayClock(zone: rules).day(at: Int(moment)) == day, "\(viewer)")
        }
    }

    /// Where clocks are furthest from UTC, no moment is on the day everywhere: the host's own zone counts.
    @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func aDayHasItsDateAtTheHost(host: String) throws {
        let clock = ViewerClock(now: Self.now, zone: try #require(ZoneFolder.system.rules(of: host)))
        let day = try #require(Day(year: 2026, month: 11, day: 24))
        #expect(DayClock(zone: clock.zone).day(at: clock.moment(on: day)) == day)
    }

    @Test(arguments: [
        (0.4, "{{TIME(2026-11-20T22:24:00Z)}}"), (299, "{{DATE(2026-01-26T08:00:00Z,DAY)}}"),
        (301, "{{DATE(2026-01-24T08:00:00Z,SHORT)}}"),
    ])
    func whatIsOldSaysWhenItWasRead(days: Double, date: String) throws {
        var work = try status("Work")
        work.content?.fetched -= days * 86_400
        let rows = CalendarRows(texts: Texts("en"), clock: try clock())
        #expect(rows.summary(work) == "Work: Updated: \(date)")
    }

    @Test func withoutCalendarsTheWidgetLeadsToTheForm() throws {
        let content = WidgetCards(Texts("en"), try clock()).content([], family: .small)
        let button = #""title":"Add Calendar","type":"Action.OpenUrl","url":"\#(CalendarURL.add)""#
        #expect(try JSONValue(encoding: content.compact).jsonText.contains(button))
        #expect(content.entries == nil)
    }

    @Test func aPageWithManyEventsSaysHowManyItDoesNotShow() throws {
        let work = try status("Work", "SUMMARY:x\nDTSTART:20261121T080000Z\nRRULE:FREQ=DAILY")
        let page = AgendaPage(Texts("en"), try clock()).page(Array(repeating: work, count: 20))
        #expect("\(page.card)".contains("\(20 * 14 - AgendaPage.length) more are not shown."))
    }
}
