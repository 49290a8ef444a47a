import CivilTime
import Testing

@testable import CalendarFormat

/// Documents that are made to cost time or memory.
@Suite(.timeLimit(.minutes(5))) struct HostileCalendarTests {
    @Test func aLongLineIsCut() throws {
        let text = String(repeating: "x\n ", count: 100_000)
        let document = try Sample.document("BEGIN:VEVENT\nDTSTART:20261123\nSUMMARY:\(text)\nEND:VEVENT")
        #expect(document.events.map(\.title?.count) == [EventReader.textLimit])
    }

    @Test func eventsBeyondTheLimitAreLeftOut() throws {
        let one = "BEGIN:VEVENT\nDTSTART:20261123\nEND:VEVENT\n"
        let document = try Sample.document(String(repeating: one, count: CalendarDocument.eventLimit + 10))
        #expect(document.events.count == CalendarDocument.eventLimit)
        let range = try #require(Day("2026-11-23"))...(try #require(Day("2026-11-24")))
        let list = OccurrenceList(document, in: range, viewer: ZoneRules(offset: 0))
        #expect(list.occurrences.count == OccurrenceList.limit)
    }

    @Test func componentsThatAreNestedDeepAreRefused() {
        let text = "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\n", count: 100_000)
        #expect(throws: CalendarDocument.ReadingError.notACalendar) { try CalendarDocument(Array(text.utf8)) }
    }

    /// Counted rules that never select a day would be followed from the year 1 for each event.
    @Test func rulesThatFindNothingEndAtALimit() throws {
        let event = """
            BEGIN:VEVENT
            DTSTART:00010101T000000Z
            RRULE:FREQ=DAILY;COUNT=2;BYMONTH=2;BYMONTHDAY=31
            END:VEVENT

            """
        let document = try Sample.document(String(repeating: event, count: 2000))
        let range = try #require(Day("2026-11-23"))...(try #require(Day("2026-12-06")))
        let list = OccurrenceList(document, in: range, viewer: ZoneRules(offset: 0))
        #expect(list.isIncomplete)
        #expect(list.occurrences.isEmpty)
    }

    @Test(arguments: [
        "DTSTART:99991231T235959Z\nDURATION:P9999999D\nRRULE:FREQ=YEARLY",
        "DTSTART:00010101\nDTEND:99991231\nRRULE:FREQ=DAILY",
        "DTSTART:20261123\nRRULE:FREQ=DAILY;INTERVAL=100000;COUNT=9223372036854775807",
        "DTSTART:20261123\nRRULE:FREQ=YEARLY;BYSETPOS=-366,366;BYDAY=-53MO,53SU",
        "DTSTART;TZID=../../etc/passwd:20261123T090000", "DTSTART;TZID=:20261123T090000",
        "DTSTART:20261123T090000\nDTEND;VALUE=DATE:20261125",
    ])
    func strangeTimesDoNoHarm(lines: String) throws {
        _ = try Sample.times(lines, "2026-11-20", "2026-12-20")
        _ = try Sample.times(lines, zone: "America/Sao_Paulo", "9999-12-01", "9999-12-30")
    }

    @Test func aDayWithManyRepetitionsOfOneEventIsLimited() throws {
        let times = (0..<1000).map { second in
            "20261123T00\(Digits.pad(second / 60, 2))\(Digits.pad(second % 60, 2))Z"
        }
        let document = try Sample.document(
            "BEGIN:VEVENT\nDTSTART:20261123T000000Z\nRDATE:\(times.joined(separator: ","))\nEND:VEVENT"
        )
        let range = try #require(Day("2026-11-23"))...(try #require(Day("2026-11-23")))
        let list = OccurrenceList(document, in: range, viewer: ZoneRules(offset: 0))
        #expect(list.occurrences.count == OccurrenceList.eventLimit)
        #expect(list.isIncomplete)
    }
}
