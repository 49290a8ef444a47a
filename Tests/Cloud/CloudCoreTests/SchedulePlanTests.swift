import Foundation
import JSON
import Testing

@testable import CloudCore

@Suite struct SchedulePlanTests {
    private func date(_ text: String) throws -> Date {
        try Date("\(text):00Z", strategy: .iso8601)
    }

    private func times(_ plan: SchedulePlan, after: String, count: Int = 4) throws -> [String] {
        var result: [String] = []
        var last = try date(after)
        while result.count < count, let time = plan.time(after: last) {
            result.append(String(time.formatted(.iso8601).dropLast(4)))
            last = time
        }
        return result
    }

    private func plan(_ start: String, _ recurrence: Recurrence? = nil) throws -> SchedulePlan {
        SchedulePlan(start: try date(start), recurrence: recurrence)
    }

    @Test(arguments: [
        // Skipped, on both sides of Greenwich; then occurring twice; then once.
        ("America/New_York", "2026-03-08T02:30:00Z", "2026-03-08T07:30:00Z"),
        ("Europe/Berlin", "2026-03-29T02:30:00Z", "2026-03-29T01:30:00Z"),
        ("America/New_York", "2026-11-01T01:30:00Z", "2026-11-01T05:30:00Z"),
        ("Europe/Berlin", "2026-10-25T02:30:00Z", "2026-10-25T00:30:00Z"),
        ("America/New_York", "2026-07-01T12:00:00Z", "2026-07-01T16:00:00Z"),
        ("Asia/Kolkata", "2026-07-01T12:00:00Z", "2026-07-01T06:30:00Z"),
    ])
    func aLocalTimeHasADateAlsoWhereClocksChange(zone: String, local: String, date: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let (local, date) = (try Date(local, strategy: .iso8601), try Date(date, strategy: .iso8601))
        #expect(CivilTime.instant(of: local, in: zone) == date)
    }

    @Test func whatIsNotRepeatedHappensOnce() throws {
        let plan = try plan("2026-03-01T08:00")
        #expect(try times(plan, after: "2026-01-01T00:00") == ["2026-03-01T08:00"])
        #expect(try times(plan, after: "2026-03-01T08:00") == [])
    }

    @Test(arguments: [
        (
            Recurrence(unit: .hourly, count: 5),
            ["2026-01-31T13:00", "2026-01-31T18:00", "2026-01-31T23:00", "2026-02-01T04:00"]
        ),
        (
            Recurrence(unit: .daily, count: 2),
            ["2026-02-02T08:00", "2026-02-04T08:00", "2026-02-06T08:00", "2026-02-08T08:00"]
        ),
        (
            Recurrence(unit: .monthly, count: 1),
            ["2026-02-28T08:00", "2026-03-31T08:00", "2026-04-30T08:00", "2026-05-31T08:00"]
        ),
        (
            Recurrence(unit: .yearly, count: 1),
            ["2027-01-31T08:00", "2028-01-31T08:00", "2029-01-31T08:00", "2030-01-31T08:00"]
        ),
        // The 31st of January 2026 is a Saturday; weeks begin on Mondays.
        (
            Recurrence(unit: .weekly, count: 2, days: [0, 5]),
            ["2026-02-09T08:00", "2026-02-14T08:00", "2026-02-23T08:00", "2026-02-28T08:00"]
        ),
    ])
    func whatIsRepeatedKeepsItsTime(recurrence: Recurrence, expected: [String]) throws {
        let plan = try plan("2026-01-31T08:00", recurrence)
        #expect(try times(plan, after: "2026-01-31T08:00") == expected)
        #expect(try times(plan, after: "2020-01-01T00:00", count: 1) == ["2026-01-31T08:00"])
    }

    @Test func yearsLaterItStillKeepsItsTime() throws {
        for unit in [Recurrence.Unit.monthly, .yearly, .daily, .hourly] {
            let plan = try plan("2020-01-15T08:30", Recurrence(unit: unit, count: 1))
            let time = try #require(plan.time(after: try date("2026-06-20T12:00")))
            #expect(time > (try date("2026-06-20T12:00")))
            #expect(time <= (try date("2027-01-15T08:30")))
            #expect(String(time.formatted(.iso8601)).contains(":30:00"))
        }
    }

    @Test func exclusionsAndEndAreKept() throws {
        let weekend = Recurrence.Exclusion(days: [5, 6])
        let night = Recurrence.Exclusion(hours: [22, 6])
        let holiday = Recurrence.Exclusion(dates: [try date("2026-02-03T00:00"), try date("2026-02-03T23:59")])
        let daily = Recurrence(
            unit: .daily,
            count: 1,
            end: try date("2026-02-05T08:00"),
            exclusions: [weekend, night, holiday]
        )
        let plan = try plan("2026-01-30T08:00", daily)
        #expect(
            try times(plan, after: "2026-01-01T00:00", count: 9)
                == ["2026-01-30T08:00", "2026-02-02T08:00", "2026-02-04T08:00", "2026-02-05T08:00"]
        )
        let never = Recurrence(unit: .daily, count: 1, exclusions: [Recurrence.Exclusion(hours: [8, 8])])
        #expect(try times(try self.plan("2026-01-30T08:00", never), after: "2026-01-01T00:00") == [])
    }

    @Test func aLocalTimeComesToEachZoneWhenItsClockShowsIt() throws {
        let order = PushSpecification(audience: .all)
        let plan = SchedulePlan(start: try date("2026-03-01T08:00"), isLocal: true)
        var work = try #require(ScheduledPush(plan: plan, order: order, after: try date("2026-02-20T00:00")))
        let zones = ["Asia/Kathmandu", "Europe/Berlin", nil, "America/Los_Angeles", "Nowhere/None"]
        var sent: [String: Date] = [:]
        for _ in 0..<200 {
            let due = work.next
            let (order, rest) = work.run(at: due, zones: zones)
            for zone in order?.zones ?? [] {
                #expect(sent.updateValue(due, forKey: zone) == nil)
            }
            guard let rest else { break }
            #expect(rest.next > due)
            work = rest
        }
        #expect(
            sent == [
                "Asia/Kathmandu": try date("2026-03-01T02:15"), "Europe/Berlin": try date("2026-03-01T07:00"),
                "UTC": try date("2026-03-01T08:00"), "America/Los_Angeles": try date("2026-03-01T16:00"),
            ]
        )
    }

    @Test func whatWasMissedIsMadeUpForOnce() throws {
        let daily = SchedulePlan(start: try date("2026-03-01T08:00"), recurrence: Recurrence(unit: .daily, count: 1))
        let work = try #require(
            ScheduledPush(plan: daily, order: PushSpecification(audience: .all), after: try date("2026-02-20T00:00"))
        )
        let (order, rest) = work.run(at: try date("2026-03-05T12:00"), zones: [])
        #expect(order != nil)
        #expect(rest?.next == (try date("2026-03-06T08:00")))
        #expect(rest?.run(at: try date("2026-03-05T12:01"), zones: []).order == nil)
    }

    @Test func aPlanInThePastIsNone() throws {
        let past = SchedulePlan(start: try date("2026-03-01T08:00"))
        #expect(
            ScheduledPush(plan: past, order: PushSpecification(audience: .all), after: try date("2026-03-01T08:00"))
                == nil
        )
    }

    @Test func workSurvivesTheStore() throws {
        let order = PushSpecification(
            audience: .namedUser("ada"),
            deviceTypes: .some(["ios"]),
            notice: ["badge": 1],
            message: PushSpecification.Message(
                title: "T",
                contentType: "text/plain",
                body: Data([1, 2]),
                extra: ["a": "b"]
            ),
            expiry: .seconds(60),
            zones: ["UTC"]
        )
        let plan = SchedulePlan(
            start: try date("2026-03-01T08:00"),
            recurrence: Recurrence(unit: .weekly, count: 1, days: [1], exclusions: [.init(hours: [1, 2])])
        )
        let work = try #require(ScheduledPush(plan: plan, order: order, after: try date("2026-02-20T00:00")))
        #expect(try JSONValue(parsing: try work.text).decode(ScheduledPush.self) == work)
    }
}
