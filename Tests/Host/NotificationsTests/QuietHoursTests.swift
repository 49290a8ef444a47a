import Foundation
import HostModel
import HostStorage
import JSON
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

/// The hours in which only what is time-sensitive shows.
@Suite(.timeLimit(.minutes(10))) struct QuietHoursTests {
    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    @Test(arguments: [
        ("22:00-07:00", "2026-11-21T21:59:59Z", false), ("22:00-07:00", "2026-11-21T22:00:00Z", true),
        ("22:00-07:00", "2026-11-21T00:00:00Z", true), ("22:00-07:00", "2026-11-21T06:59:59Z", true),
        ("22:00-07:00", "2026-11-21T07:00:00Z", false), ("12:30-13:00", "2026-11-21T12:29:00Z", false),
        ("12:30-13:00", "2026-11-21T12:30:00Z", true), ("12:30-13:00", "2026-11-21T13:00:00Z", false),
        ("00:00-23:59", "2026-11-21T23:59:30Z", false), ("23:59-00:00", "2026-11-21T23:59:30Z", true),
        ("23:59-00:00", "2026-11-21T00:00:00Z", false), ("22:00-07:00", "1969-12-31T23:00:00Z", true),
        ("22:00-07:00", "1969-12-31T12:00:00Z", false),
    ])
    func theyMayCrossMidnight(hours: String, date: String, isQuiet: Bool) throws {
        var hours = try #require(QuietHours(hours))
        #expect(try hours.contains(Self.date(date), in: .gmt) == isQuiet)
        hours.isOn = false
        #expect(try !hours.contains(Self.date(date), in: .gmt))
    }

    /// In Berlin the clock skips from 02:00 to 03:00 on 28 March 2027, and shows 02:00 to 03:00 twice on 25 October 2026.
    @Test(arguments: [
        ("02:00-03:00", "2027-03-28T00:59:00Z", false), ("02:00-03:00", "2027-03-28T01:00:00Z", false),
        ("22:00-02:30", "2027-03-28T00:59:00Z", true), ("22:00-02:30", "2027-03-28T01:00:00Z", false),
        ("02:30-07:00", "2027-03-28T01:00:00Z", true), ("02:30-07:00", "2027-03-28T05:00:00Z", false),
        ("02:00-03:00", "2026-10-25T00:30:00Z", true), ("02:00-03:00", "2026-10-25T01:30:00Z", true),
        ("02:00-03:00", "2026-10-25T02:00:00Z", false), ("22:00-07:00", "2026-10-25T05:59:00Z", true),
        ("22:00-07:00", "2026-10-25T06:00:00Z", false), ("22:00-07:00", "2026-10-24T20:00:00Z", true),
    ])
    func theyFollowTheClockOnTheWall(hours: String, date: String, isQuiet: Bool) throws {
        let hours = try #require(QuietHours(hours))
        #expect(try hours.contains(Self.date(date), in: Self.zone("Europe/Berlin")) == isQuiet)
    }

    @Test func theyTravelInTheirForm() throws {
        let hours = try #require(QuietHours("22:05-07:00"))
        #expect(try JSONValue(encoding: hours).jsonText == #"{"from":"22:05","isOn":true,"to":"07:00"}"#)
        #expect(hours.text == "22:05-07:00")
        for bad in [
            #"{"isOn":true,"from":"07:00","to":"07:00"}"#, #"{"isOn":true,"from":"25:00","to":"07:00"}"#,
            #"{"isOn":true,"from":420,"to":"07:00"}"#, #"{"isOn":true,"from":"07:00"}"#,
            #"{"isOn":true,"from":"٠٧:00","to":"08:00"}"#,
        ] {
            #expect(throws: DecodingError.self) { try JSONValue(parsing: bad).decode(QuietHours.self) }
        }
    }

    @Test func damagedHoursAreOff() async throws {
        try await withTemporaryDirectory { folder in
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            #expect(try await store.read { try $0.quietHours() } == .initial)
            for damage in ["", "{}", #"{"isOn":true,"from":"99:00","to":"07:00"}"#] {
                try await store.commit(.setting(.set(key: QuietHours.key, value: damage)))
                #expect(try await store.read { try $0.quietHours() } == .initial)
            }
            await store.close()
        }
    }

    // MARK: - With the scheduler

    private func set(_ hours: String, _ fixture: SchedulerFixture) async throws {
        let value = try JSONValue(encoding: try #require(QuietHours(hours))).jsonText
        try await fixture.store.commit(.setting(.set(key: QuietHours.key, value: value)))
    }

    /// Has the app notify now, and returns whether it drew attention.
    private func arrives(
        _ identifier: String,
        _ fixture: SchedulerFixture,
        _ level: NotificationInterruptionLevel = .active
    ) async throws -> Bool {
        try await fixture.add(identifier, .now) {
            $0.interruptionLevel = level
            $0.badge = 5
        }
        let record = try await fixture.delivered(identifier)
        #expect(record.isListed)
        #expect(record.alertStyle == .none || record.alertStyle == .alert)
        let arrival = StoreChange.delivered(record.id, app: SchedulerFixture.app, arrives: record.alertStyle == .alert)
        #expect(fixture.commits.changes.contains(arrival))
        return record.alertStyle == .alert
    }

    @Test func onlyWhatIsTimeSensitiveShowsInTheQuietHours() async throws {
        try await withTemporaryDirectory { folder in
            // 08:00 in London.
            let clock = ManualWallClock(zone: try Self.zone("Europe/London"))
            try await withScheduler(in: folder, clock: clock) { fixture in
                let app = SchedulerFixture.app
                try await fixture.decide(.authorized)
                try await fixture.store.commit(.authorization(.present(app, .alert, isQuiet: nil)))
                try await set("22:00-08:30", fixture)
                try await #expect(!arrives("night", fixture))
                try await #expect(!arrives("passive", fixture, .passive))
                try await #expect(arrives("urgent", fixture, .timeSensitive))
                // The badge is right in the morning.
                try await #expect(fixture.store.read { try $0.badge(of: app) } == 5)
                // An app in front is asked, and cannot exceed them.
                fixture.stage.bringToFront(app)
                fixture.stage.answer("front", Set(NotificationPresentationOption.allCases))
                try await #expect(!arrives("front", fixture))
                #expect(fixture.stage.asked.contains("front"))
                clock.advance(by: 30 * 60)
                fixture.stage.answer("day", Set(NotificationPresentationOption.allCases))
                try await #expect(arrives("day", fixture))
            }
        }
    }

    @Test func theyMoveWithThePerson() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock(zone: try Self.zone("Europe/London"))
            try await withScheduler(in: folder, clock: clock) { fixture in
                try await fixture.decide(.authorized)
                try await fixture.store.commit(.authorization(.present(SchedulerFixture.app, .alert, isQuiet: nil)))
                try await set("22:00-07:00", fixture)
                try await #expect(arrives("london", fixture))
                // 00:00 in Los Angeles.
                clock.set(clock.now, zone: try Self.zone("America/Los_Angeles"))
                try await #expect(!arrives("los angeles", fixture))
                // 17:00 in Tokyo.
                clock.set(clock.now, zone: try Self.zone("Asia/Tokyo"))
                try await #expect(arrives("tokyo", fixture))
            }
        }
    }

    @Test func whatFallsDueIsQuietUntilTheClockSaysOtherwise() async throws {
        try await withTemporaryDirectory { folder in
            // 00:30 in Berlin, an hour and a half before the clock skips from 02:00 to 03:00.
            let clock = ManualWallClock(
                now: try Self.date("2027-03-27T23:30:00Z"),
                zone: try Self.zone("Europe/Berlin")
            )
            try await withScheduler(in: folder, clock: clock) { fixture in
                try await fixture.decide(.authorized)
                try await set("22:00-03:30", fixture)
                try await fixture.add("before", .timeInterval(90 * 60))
                try await fixture.add("after", .timeInterval(120 * 60))
                clock.advance(by: 90 * 60)
                // 03:00.
                try await #expect(fixture.delivered("before").alertStyle == .none)
                clock.advance(by: 30 * 60)
                // 03:30, though only two hours have passed since 00:30.
                try await #expect(fixture.delivered("after").alertStyle == .banner)
            }
        }
    }
}
