import CalendarFormat
import CivilTime
import Testing

/// Times of events: zones, lengths, repetitions and exceptions.
@Suite struct OccurrenceTests {
    @Test(arguments: [
        ("DTSTART:20261123T080000Z\nDTEND:20261123T090000Z", "2026-11-23T08:00/2026-11-23T09:00"),
        ("DTSTART:20261123T090000\nDURATION:PT90M", "2026-11-23T08:00/2026-11-23T09:30"),
        ("DTSTART;TZID=America/New_York:20261123T090000\nDURATION:PT1H", "2026-11-23T14:00/2026-11-23T15:00"),
        ("DTSTART;TZID=/mozilla.org/20050126_1/Asia/Tokyo:20261123T090000", "2026-11-23T00:00/2026-11-23T00:00"),
        ("DTSTART;TZID=Nowhere:20261123T090000", "2026-11-23T08:00/2026-11-23T08:00"),
        ("DTSTART;VALUE=DATE:20261123", "2026-11-23/2026-11-23"),
        ("DTSTART;VALUE=DATE:20261123\nDTEND;VALUE=DATE:20261126", "2026-11-23/2026-11-25"),
        ("DTSTART;VALUE=DATE:20261123\nDTEND;VALUE=DATE:20261123", "2026-11-23/2026-11-23"),
        ("DTSTART;VALUE=DATE:20261123\nDURATION:P2D", "2026-11-23/2026-11-24"),
        ("DTSTART:20261123T080000Z\nDTEND:20261123T070000Z", "2026-11-23T08:00/2026-11-23T08:00"),
    ])
    func aTimeIsThatOfItsZone(lines: String, time: String) throws {
        #expect(try Sample.times(lines, "2026-11-20", "2026-11-30") == [time])
    }

    /// Half past two does not exist on 29 March and exists twice on 25 October (RFC 5545, section 3.3.5).
    @Test func aRepeatedTimeKeepsTheLocalTimeWhenClocksChange() throws {
        let lines = "DTSTART;TZID=Europe/Berlin:20260327T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY"
        #expect(
            try Sample.times(lines, "2026-03-28", "2026-03-30") == [
                "2026-03-28T01:30/2026-03-28T02:00", "2026-03-29T01:30/2026-03-29T02:00",
                "2026-03-30T00:30/2026-03-30T01:00",
            ]
        )
        #expect(
            try Sample.times(lines, "2026-10-24", "2026-10-26") == [
                "2026-10-24T00:30/2026-10-24T01:00", "2026-10-25T00:30/2026-10-25T01:00",
                "2026-10-26T01:30/2026-10-26T02:00",
            ]
        )
    }

    @Test func aZoneThatTheDatabaseDoesNotHaveFollowsItsOwnRules() throws {
        let document = try Sample.document(
            """
            BEGIN:VTIMEZONE
            TZID:W. Europe Standard Time
            BEGIN:STANDARD
            DTSTART:16010101T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010101T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
            END:DAYLIGHT
            END:VTIMEZONE
            BEGIN:VEVENT
            DTSTART;TZID=W. Europe Standard Time:20200101T120000
            RRULE:FREQ=MONTHLY;BYMONTHDAY=1
            END:VEVENT
            """
        )
        #expect(
            try Sample.times(document, zone: "UTC", "2026-01-01", "2026-12-31").map { $0.prefix(16).suffix(5) }
                == ["11:00", "11:00", "11:00"] + Array(repeating: "10:00", count: 7) + ["11:00", "11:00"]
        )
    }

    @Test func exceptionsReplaceMoveAndCancelTimes() throws {
        let document = try Sample.document(
            """
            BEGIN:VEVENT
            UID:a
            DTSTART;TZID=Europe/Berlin:20261123T090000
            DTEND;TZID=Europe/Berlin:20261123T100000
            RRULE:FREQ=DAILY;COUNT=6
            EXDATE;TZID=Europe/Berlin:20261124T090000
            EXDATE;VALUE=DATE:20261125
            RDATE:20261201T120000Z,20261202T120000Z/PT3H
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20261126T080000Z
            DTSTART;TZID=Europe/Berlin:20261130T180000
            DTEND;TZID=Europe/Berlin:20261130T190000
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID;TZID=Europe/Berlin:20261127T090000
            DTSTART;TZID=Europe/Berlin:20261127T090000
            STATUS:CANCELLED
            END:VEVENT
            BEGIN:VEVENT
            UID:b
            DTSTART:20261123T090000Z
            STATUS:CANCELLED
            END:VEVENT
            """
        )
        #expect(
            try Sample.times(document, "2026-11-20", "2026-12-20") == [
                "2026-11-23T08:00/2026-11-23T09:00", "2026-11-28T08:00/2026-11-28T09:00",
                "2026-11-30T17:00/2026-11-30T18:00", "2026-12-01T12:00/2026-12-01T13:00",
                "2026-12-02T12:00/2026-12-02T13:00",
            ]
        )
    }

    @Test func theNewerRevisionOfAnEventCounts() throws {
        let lines = [("2", "20261124"), ("1", "20261123")].map { sequence, day in
            "BEGIN:VEVENT\nUID:a\nSEQUENCE:\(sequence)\nDTSTART:\(day)\nEND:VEVENT"
        }
        let document = try Sample.document(lines.joined(separator: "\n"))
        #expect(try Sample.times(document, "2026-11-20", "2026-11-30") == ["2026-11-24/2026-11-24"])
    }

    @Test func anEventThatBeganEarlierIsOnEachOfItsDays() throws {
        let zone = "TZID=Europe/Berlin"
        let lines = "DTSTART;\(zone):20261120T220000\nDTEND;\(zone):20261123T080000\nRRULE:FREQ=WEEKLY"
        #expect(
            try Sample.times(lines, "2026-11-30", "2026-12-01") == ["2026-11-27T21:00/2026-11-30T07:00"]
        )
    }

    @Test(arguments: [
        ("20261125T080000Z", 3), ("20261125T075959Z", 2), ("20261125", 3), ("20261125T090000", 3),
        ("20261125T085959", 2),
    ])
    func theEndOfARuleMayBeADayATimeOrUTC(until: String, count: Int) throws {
        let lines = "DTSTART;TZID=Europe/Berlin:20261123T090000\nRRULE:FREQ=DAILY;UNTIL=\(until)"
        #expect(try Sample.times(lines, "2026-11-20", "2026-12-20").count == count)
    }

    /// An all-day event is on the same day for a viewer anywhere, and a time on the day that the viewer's clock shows.
    @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo", "UTC"])
    func daysAreTheViewers(zone: String) throws {
        let days = try Sample.times("DTSTART;VALUE=DATE:20261123", zone: zone, "2026-11-23", "2026-11-23")
        #expect(days == ["2026-11-23/2026-11-23"])
        let before = try Sample.times("DTSTART;VALUE=DATE:20261123", zone: zone, "2026-11-22", "2026-11-22")
        #expect(before.isEmpty)
    }
}
