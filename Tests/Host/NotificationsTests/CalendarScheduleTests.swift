import Foundation
import Notifications
import Testing
import TodayProtocol

/// The times of calendar triggers, as tables.
@Suite struct CalendarScheduleTests {
    /// One question: the first times after a moment.
    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var units: DateComponents
        var zone: String
        var after: String
        var times: [String]

        init(_ name: String, _ units: DateComponents, _ zone: String, after: String, _ times: String...) {
            self.name = name
            self.units = units
            self.zone = zone
            self.after = after
            self.times = times
        }

        var testDescription: String { name }
    }

    private func expectTimes(_ row: Row) throws {
        let zone = try #require(TimeZone(identifier: row.zone))
        var date = try Date(row.after, strategy: .iso8601)
        for time in row.times {
            let next = CalendarSchedule.next(after: date, components: row.units, zone: zone)
            try #expect(next == Date(time, strategy: .iso8601), "\(row.name): \(next.debugDescription)")
            date = try #require(next)
        }
    }

    private static let eight = DateComponents(hour: 8)
    private static let halfPastTwo = DateComponents(hour: 2, minute: 30)

    @Test(arguments: [
        Row(
            "each day",
            eight,
            "Europe/Berlin",
            after: "2027-01-01T06:59:59Z",
            "2027-01-01T07:00:00Z",
            "2027-01-02T07:00:00Z"
        ),
        Row("not at the very time", eight, "UTC", after: "2027-01-01T08:00:00Z", "2027-01-02T08:00:00Z"),
        Row(
            "each hour",
            DateComponents(minute: 30),
            "UTC",
            after: "2027-01-01T23:45:00Z",
            "2027-01-02T00:30:00Z",
            "2027-01-02T01:30:00Z"
        ),
        Row(
            "each minute",
            DateComponents(second: 15),
            "UTC",
            after: "2027-01-01T23:59:15Z",
            "2027-01-02T00:00:15Z",
            "2027-01-02T00:01:15Z"
        ),
        Row(
            "each minute of an hour",
            DateComponents(hour: 8, second: 0),
            "UTC",
            after: "2027-01-01T08:58:30Z",
            "2027-01-01T08:59:00Z",
            "2027-01-02T08:00:00Z"
        ),
        Row(
            "each Monday",
            DateComponents(hour: 9, weekday: 2),
            "UTC",
            after: "2027-01-01T00:00:00Z",
            "2027-01-04T09:00:00Z",
            "2027-01-11T09:00:00Z"
        ),
        Row(
            "a weekday alone is its first moment",
            DateComponents(weekday: 1),
            "UTC",
            after: "2027-01-01T12:00:00Z",
            "2027-01-03T00:00:00Z"
        ),
        Row(
            "the second Tuesday of each month",
            DateComponents(hour: 10, weekday: 3, weekdayOrdinal: 2),
            "UTC",
            after: "2027-01-01T00:00:00Z",
            "2027-01-12T10:00:00Z",
            "2027-02-09T10:00:00Z"
        ),
        Row(
            "the fifth Friday, in months that have one",
            DateComponents(hour: 10, weekday: 6, weekdayOrdinal: 5),
            "UTC",
            after: "2027-02-01T00:00:00Z",
            "2027-04-30T10:00:00Z",
            "2027-07-30T10:00:00Z"
        ),
        Row(
            "the 31st, in months that have one",
            DateComponents(day: 31, hour: 12),
            "UTC",
            after: "2027-01-31T12:00:00Z",
            "2027-03-31T12:00:00Z",
            "2027-05-31T12:00:00Z"
        ),
        Row(
            "the 30th passes February over",
            DateComponents(day: 30, hour: 12),
            "UTC",
            after: "2027-01-30T12:00:00Z",
            "2027-03-30T12:00:00Z"
        ),
        Row(
            "29 February",
            DateComponents(month: 2, day: 29, hour: 12),
            "UTC",
            after: "2027-01-01T00:00:00Z",
            "2028-02-29T12:00:00Z",
            "2032-02-29T12:00:00Z"
        ),
        Row(
            "29 February passes 2100 over",
            DateComponents(month: 2, day: 29),
            "UTC",
            after: "2096-03-01T00:00:00Z",
            "2104-02-29T00:00:00Z"
        ),
        Row(
            "a Monday that is 29 February",
            DateComponents(month: 2, day: 29, weekday: 2),
            "UTC",
            after: "2027-01-01T00:00:00Z",
            "2044-02-29T00:00:00Z"
        ),
        Row(
            "Friday the 13th",
            DateComponents(day: 13, weekday: 6),
            "UTC",
            after: "2027-01-01T00:00:00Z",
            "2027-08-13T00:00:00Z"
        ),
        Row(
            "a month alone is its first moment",
            DateComponents(month: 3),
            "UTC",
            after: "2027-03-01T00:00:00Z",
            "2028-03-01T00:00:00Z"
        ),
        Row(
            "a year alone is its first moment",
            DateComponents(year: 2030),
            "UTC",
            after: "2027-03-01T00:00:00Z",
            "2030-01-01T00:00:00Z"
        ),
        Row(
            "each day of a month",
            DateComponents(month: 3, hour: 8),
            "UTC",
            after: "2027-03-30T09:00:00Z",
            "2027-03-31T08:00:00Z",
            "2028-03-01T08:00:00Z"
        ),
        Row(
            "each Sunday of a year",
            DateComponents(year: 2028, weekday: 1),
            "UTC",
            after: "2027-03-30T09:00:00Z",
            "2028-01-02T00:00:00Z",
            "2028-01-09T00:00:00Z"
        ),
        Row(
            "the end of a year",
            DateComponents(hour: 23, minute: 59, second: 59),
            "America/New_York",
            after: "2027-12-31T12:00:00Z",
            "2028-01-01T04:59:59Z"
        ),
        Row(
            "a fraction of a second later is later",
            eight,
            "UTC",
            after: "1970-01-01T07:59:59Z",
            "1970-01-01T08:00:00Z"
        ),
        Row("before 1970", eight, "UTC", after: "1912-04-14T08:00:00Z", "1912-04-15T08:00:00Z"),
    ])
    func matchesUnits(row: Row) throws { try expectTimes(row) }

    @Test(arguments: [
        Row(
            "Berlin skips 02:30: 03:00 summer time",
            halfPastTwo,
            "Europe/Berlin",
            after: "2027-03-27T12:00:00Z",
            "2027-03-28T01:00:00Z",
            "2027-03-29T00:30:00Z"
        ),
        Row(
            "Berlin has 02:30 twice: the first",
            halfPastTwo,
            "Europe/Berlin",
            after: "2027-10-30T12:00:00Z",
            "2027-10-31T00:30:00Z",
            "2027-11-01T01:30:00Z"
        ),
        Row(
            "Berlin keeps 08:00 across the gap",
            eight,
            "Europe/Berlin",
            after: "2027-03-27T08:00:00Z",
            "2027-03-28T06:00:00Z",
            "2027-03-29T06:00:00Z"
        ),
        Row(
            "New York skips 02:30",
            halfPastTwo,
            "America/New_York",
            after: "2027-03-13T12:00:00Z",
            "2027-03-14T07:00:00Z",
            "2027-03-15T06:30:00Z"
        ),
        Row(
            "New York has 01:30 twice",
            DateComponents(hour: 1, minute: 30),
            "America/New_York",
            after: "2027-11-06T12:00:00Z",
            "2027-11-07T05:30:00Z",
            "2027-11-08T06:30:00Z"
        ),
        Row(
            "Lord Howe skips half an hour",
            DateComponents(hour: 2, minute: 15),
            "Australia/Lord_Howe",
            after: "2027-10-02T00:00:00Z",
            "2027-10-02T15:30:00Z",
            "2027-10-03T15:15:00Z"
        ),
        Row(
            "Lord Howe has half an hour twice",
            DateComponents(hour: 1, minute: 45),
            "Australia/Lord_Howe",
            after: "2027-04-03T00:00:00Z",
            "2027-04-03T14:45:00Z",
            "2027-04-04T15:15:00Z"
        ),
        Row(
            "Beirut skips midnight",
            DateComponents(weekday: 1),
            "Asia/Beirut",
            after: "2027-03-27T12:00:00Z",
            "2027-03-27T22:00:00Z",
            "2027-04-03T21:00:00Z"
        ),
        Row(
            "Nuuk skips the last hour of a Saturday",
            DateComponents(hour: 23, minute: 30),
            "America/Nuuk",
            after: "2027-03-27T12:00:00Z",
            "2027-03-28T01:00:00Z",
            "2027-03-29T00:30:00Z"
        ),
        Row(
            "Samoa skipped a whole day",
            eight,
            "Pacific/Apia",
            after: "2011-12-29T12:00:00Z",
            "2011-12-29T18:00:00Z",
            "2011-12-30T18:00:00Z"
        ),
        Row(
            "minutes of a skipped hour come once",
            DateComponents(hour: 2, second: 0),
            "Europe/Berlin",
            after: "2027-03-28T00:59:59Z",
            "2027-03-28T01:00:00Z",
            "2027-03-29T00:00:00Z"
        ),
        Row(
            "each half hour: none in the gap",
            DateComponents(minute: 30),
            "Europe/Berlin",
            after: "2027-03-28T00:00:00Z",
            "2027-03-28T00:30:00Z",
            "2027-03-28T01:30:00Z"
        ),
        Row(
            "each half hour: both of the fold",
            DateComponents(minute: 30),
            "Europe/Berlin",
            after: "2027-10-31T00:00:00Z",
            "2027-10-31T00:30:00Z",
            "2027-10-31T01:30:00Z",
            "2027-10-31T02:30:00Z"
        ),
        Row(
            "Lord Howe, each hour: none in the gap",
            DateComponents(minute: 15),
            "Australia/Lord_Howe",
            after: "2027-10-02T14:00:00Z",
            "2027-10-02T14:45:00Z",
            "2027-10-02T16:15:00Z"
        ),
        Row(
            "Lord Howe, each hour: both of the fold",
            DateComponents(minute: 45),
            "Australia/Lord_Howe",
            after: "2027-04-03T14:00:00Z",
            "2027-04-03T14:45:00Z",
            "2027-04-03T15:15:00Z",
            "2027-04-03T16:15:00Z"
        ),
    ])
    func followsTheClocksOfTheZone(row: Row) throws { try expectTimes(row) }

    @Test(arguments: [
        DateComponents(month: 2, day: 30), DateComponents(month: 4, day: 31, hour: 8),
        DateComponents(year: 2020, month: 1, day: 1), DateComponents(year: 2027, month: 2, day: 29),
        DateComponents(day: 8, weekday: 2, weekdayOrdinal: 1), DateComponents(year: 2026), DateComponents(),
    ])
    func whatNeverComesHasNoTime(units: DateComponents) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let now = try Date("2027-01-01T00:00:00Z", strategy: .iso8601)
        #expect(CalendarSchedule.next(after: now, components: units, zone: zone) == nil)
    }

    @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: -1e15)])
    func timesBeyondTheCalendarAreHarmless(date: Date) {
        let next = CalendarSchedule.next(after: date, components: DateComponents(hour: 8), zone: .gmt)
        if let next { #expect(next > date) }
    }

    @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia"])
    func aDailyTimeNeverDriftsAndComesOnceADay(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let units = DateComponents(hour: 2, minute: 15)
        var date = try Date("2027-01-01T00:00:00Z", strategy: .iso8601)
        var days: Set<DateComponents> = []
        for _ in 0..<730 {
            let next = try #require(CalendarSchedule.next(after: date, components: units, zone: zone))
            #expect(next.timeIntervalSince(date) <= 25.5 * 3600)
            #expect(days.insert(calendar.dateComponents([.year, .month, .day], from: next)).inserted)
            let time = calendar.dateComponents([.hour, .minute, .second], from: next)
            let isAfterGap = (time.hour, time.minute) == (3, 0) || (time.hour, time.minute) == (2, 30)
            #expect((time.hour, time.minute, time.second) == (2, 15, 0) || isAfterGap)
            date = next
        }
    }

    /// Foundation's calendar as a second opinion, away from gaps and folds.
    @Test func agreesWithFoundationWhereTheClocksAreSteady() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let patterns = [
            DateComponents(hour: 7, minute: 5), DateComponents(day: 15, hour: 9),
            DateComponents(hour: 18, weekday: 7), DateComponents(month: 12, day: 24, hour: 17, minute: 30),
        ]
        for pattern in patterns {
            var date = try Date("2027-01-01T00:00:00Z", strategy: .iso8601)
            for _ in 0..<20 {
                let ours = CalendarSchedule.next(after: date, components: pattern, zone: calendar.timeZone)
                let theirs = calendar.nextDate(after: date, matching: pattern, matchingPolicy: .nextTime)
                #expect(ours == theirs)
                date = try #require(ours)
            }
        }
    }
}
