import Foundation
import Notifications
import Testing
import TodayProtocol

/// When requests fall due, again, and after a journey.
@Suite struct TriggerDueTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    private let newYork = TimeZone(identifier: "America/New_York") ?? .gmt
    private let auckland = TimeZone(identifier: "Pacific/Auckland") ?? .gmt
    private let kolkata = TimeZone(identifier: "Asia/Kolkata") ?? .gmt

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func nowIsNowAndAnIntervalIsLater() throws {
        let now = try date("2027-01-01T00:00:00Z")
        #expect(NotificationTrigger.now.firstDue(now: now, zone: .gmt) == now)
        #expect(NotificationTrigger.timeInterval(90).firstDue(now: now, zone: .gmt) == now.addingTimeInterval(90))
        #expect(NotificationTrigger.now.nextDue(after: now, now: now, zone: .gmt) == nil)
        #expect(NotificationTrigger.timeInterval(90).nextDue(after: now, now: now, zone: .gmt) == nil)
    }

    /// Seconds after it fell due, and seconds after it fell due at which it comes again.
    @Test(arguments: [(0.0, 60.0), (59.999, 60), (60, 120), (61, 120), (6_000_000, 6_000_060), (3e9, 3e9 + 60)])
    func anIntervalKeepsItsStepsAndDoesNotPileUp(passed: Double, next: Double) throws {
        let due = try date("2027-01-01T00:00:00Z")
        let trigger = NotificationTrigger.timeInterval(60, repeats: true)
        let found = trigger.nextDue(after: due, now: due.addingTimeInterval(passed), zone: .gmt)
        #expect(found == due.addingTimeInterval(next))
    }

    @Test func aNextTimeIsAlwaysToCome() throws {
        let due = try date("2027-01-01T00:00:00Z")
        for interval in [60.1, 61.7, 3600.3, 86_399.9] {
            let trigger = NotificationTrigger.timeInterval(interval, repeats: true)
            for steps in 1...2000 {
                let now = due.addingTimeInterval(interval * Double(steps))
                let next = try #require(trigger.nextDue(after: due, now: now, zone: .gmt))
                #expect(next > now)
                #expect(next.timeIntervalSince(now) <= interval * 1.001)
            }
        }
    }

    @Test func aCalendarTriggerThatRepeatsGoesOnAfterYearsWithoutPilingUp() throws {
        let trigger = NotificationTrigger.calendar(DateComponents(hour: 8), repeats: true)
        let due = try date("2019-06-01T06:00:00Z")
        let now = try date("2027-01-01T12:00:00Z")
        #expect(try trigger.nextDue(after: due, now: now, zone: berlin) == date("2027-01-02T07:00:00Z"))
        #expect(
            NotificationTrigger.calendar(DateComponents(hour: 8)).nextDue(after: due, now: now, zone: berlin) == nil
        )
    }

    @Test func aTriggerThatNamesItsZoneKeepsIt() throws {
        let trigger = NotificationTrigger.calendar(DateComponents(hour: 8), timeZone: "Europe/Berlin", repeats: true)
        let now = try date("2027-01-01T00:00:00Z")
        #expect(!trigger.floats)
        #expect(try trigger.firstDue(now: now, zone: newYork) == date("2027-01-01T07:00:00Z"))
        let due = try date("2027-01-02T07:00:00Z")
        #expect(trigger.movedDue(due, from: berlin, to: newYork, now: now) == due)
    }

    @Test func goingWestMeansLaterOnTheSameDay() throws {
        let trigger = NotificationTrigger.calendar(DateComponents(hour: 8), repeats: true)
        #expect(trigger.floats)
        let moved = try trigger.movedDue(
            date("2027-01-02T07:00:00Z"),
            from: berlin,
            to: newYork,
            now: date("2027-01-02T03:00:00Z")
        )
        #expect(try moved == date("2027-01-02T13:00:00Z"))
    }

    @Test func goingEastPastATimeMakesItDueAtOnce() throws {
        let trigger = NotificationTrigger.calendar(DateComponents(hour: 8))
        let now = try date("2027-01-02T12:00:00Z")
        let moved = try trigger.movedDue(date("2027-01-02T13:00:00Z"), from: newYork, to: auckland, now: now)
        #expect(try moved == date("2027-01-01T19:00:00Z"))
        #expect(moved <= now)
    }

    @Test func aDateThatTheJourneySkippedIsNotLost() throws {
        let units = DateComponents(year: 2027, month: 1, day: 2, hour: 8)
        let trigger = NotificationTrigger.calendar(units)
        let now = try date("2027-01-02T12:00:00Z")
        let moved = try trigger.movedDue(date("2027-01-02T13:00:00Z"), from: newYork, to: berlin, now: now)
        #expect(try moved == date("2027-01-02T07:00:00Z"))
    }

    @Test func movingTwiceIsMovingOnce() throws {
        let trigger = NotificationTrigger.calendar(DateComponents(hour: 8, minute: 30), repeats: true)
        let now = try date("2027-01-02T03:00:00Z")
        let once = try trigger.movedDue(date("2027-01-02T07:30:00Z"), from: berlin, to: newYork, now: now)
        #expect(trigger.movedDue(once, from: berlin, to: newYork, now: now) == once)
    }

    @Test func whatNamesNoHourStaysWhereTheMinutesAgree() throws {
        let trigger = NotificationTrigger.calendar(DateComponents(minute: 30), repeats: true)
        let due = try date("2027-01-02T07:30:00Z")
        let now = try date("2027-01-02T07:00:00Z")
        #expect(trigger.movedDue(due, from: berlin, to: newYork, now: now) == due)
        #expect(try trigger.movedDue(due, from: berlin, to: kolkata, now: now) == date("2027-01-02T08:00:00Z"))
        #expect(try trigger.movedDue(due, from: berlin, to: kolkata, now: date("2027-01-02T07:45:00Z")) == due)
    }

    @Test func aTimeOfTheGapMovesToTheTimeItself() throws {
        let trigger = NotificationTrigger.calendar(DateComponents(hour: 2, minute: 30), repeats: true)
        let moved = try trigger.movedDue(
            date("2027-03-28T01:00:00Z"),
            from: berlin,
            to: newYork,
            now: date("2027-03-27T12:00:00Z")
        )
        #expect(try moved == date("2027-03-28T06:30:00Z"))
    }
}
