import CivilTime
import Testing

@testable import CalendarFormat

/// Lines, texts and components.
@Suite struct DocumentTests {
    @Test func aFoldedLineIsJoinedAlsoWithinACharacter() throws {
        var bytes = Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261123T090000Z\r\nSUMMARY:Caf".utf8)
        // The two bytes of é are in two lines.
        bytes += [0xC3] + Array("\r\n ".utf8) + [0xA9] + Array(" at\r\n\t noon\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
        #expect(try CalendarDocument(bytes).events.map(\.title) == ["Café at noon"])
    }

    @Test(arguments: [
        (#"One\, two\; three\\four"#, #"One, two; three\four"#), (#"First\nSecond\NThird"#, "First Second Third"),
        ("  a\u{7}b \u{202E}c\u{200B} ", "a b c"), ("👩\u{200D}🔧", "👩\u{200D}🔧"),
    ])
    func aTextIsOneLineWithoutEscapes(written: String, shown: String) throws {
        let document = try Sample.document("BEGIN:VEVENT\nDTSTART:20261123\nSUMMARY:\(written)\nEND:VEVENT")
        #expect(document.events.map(\.title) == [shown])
    }

    @Test func parametersMayBeQuotedAndContainSeparators() throws {
        let text = #"DTSTART;X-A="a;b:c,d",e;tzid="Europe/Berlin":20261123T090000"#
        let line = try #require(ContentLine(Array(text.utf8)))
        #expect(line.name == "DTSTART")
        #expect(line.parameters == ["X-A": "a;b:c,d", "TZID": "Europe/Berlin"])
        #expect(line.value == "20261123T090000")
    }

    @Test func whatIsNotKnownIsSkipped() throws {
        let document = try Sample.document(
            """
            METHOD:PUBLISH
            X-WR-CALNAME:Team
            REFRESH-INTERVAL;VALUE=DURATION:PT4H
            BEGIN:VTODO
            DTSTART:20261123
            SUMMARY:A task
            END:VTODO
            no line at all
            BEGIN:VEVENT
            DTSTART;VALUE=DATE:20261123
            BEGIN:VALARM
            SUMMARY:Alarm
            DTSTART:20270101
            END:VALARM
            SUMMARY:Event
            END:VEVENT
            BEGIN:VEVENT
            SUMMARY:Without a start
            END:VEVENT
            """
        )
        #expect(document.name == "Team")
        #expect(document.interval == 14_400)
        #expect(document.events.map(\.title) == ["Event"])
        #expect(document.events.first?.start == EventTime(local: 20_780 * 86_400, zone: .day))
    }

    @Test(arguments: ["20260229", "20261301", "2026112", "20261123T250000", "20261123T0900", "20261123T090000X", "x"])
    func aTimeThatDoesNotExistIsNone(text: String) { #expect(EventTime(text, zone: nil) == nil) }

    @Test(arguments: [
        ("PT1H30M", 0, 5400), ("P1D", 1, 0), ("P2W", 14, 0), ("+P1DT2H", 1, 7200), ("PT0S", 0, 0),
    ])
    func aDurationIsRead(text: String, days: Int, seconds: Int) throws {
        let duration = try #require(EventLength.duration(text))
        #expect(duration == (days, seconds))
    }

    @Test(arguments: ["P", "PT", "1H", "-PT1H", "PT1D", "P1H", "PT99999999999999999999S", "PTT1H"])
    func whatIsNoDurationIsNone(text: String) { #expect(EventLength.duration(text) == nil) }

    @Test(arguments: ["", "<html>", "BEGIN:VEVENT\nEND:VEVENT", "BEGIN:VCALENDAR\nEND:VEVENT\n", "SUMMARY:x"])
    func anythingElseIsNoCalendar(text: String) {
        #expect(throws: CalendarDocument.ReadingError.notACalendar) { try CalendarDocument(Array(text.utf8)) }
    }

    @Test func aDocumentThatBreaksOffIsIncomplete() {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261123\n"
        #expect(throws: CalendarDocument.ReadingError.incomplete) { try CalendarDocument(Array(text.utf8)) }
    }

    @Test(arguments: [
        "FREQ=HOURLY", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=2;UNTIL=20270101",
        "FREQ=MONTHLY;BYDAY=XX", "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=YEARLY;BYWEEKNO=3", "FREQ=DAILY;BYHOUR=8,9",
        "INTERVAL=2", "FREQ", "FREQ=DAILY;COUNT=99999999999999999999",
    ])
    func aRuleThatIsNotSupportedIsSaidToBe(rule: String) throws {
        let document = try Sample.document("BEGIN:VEVENT\nDTSTART:20261123T090000Z\nRRULE:\(rule)\nEND:VEVENT")
        #expect(document.events.map(\.isUnsupported) == [true])
        #expect(try Sample.times(document, "2026-11-20", "2026-12-20") == ["2026-11-23T09:00/2026-11-23T09:00"])
    }
}
