import Foundation
import HostClock
import HostModel
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// What the screen learns from a person who opens it.
extension UnseenUpdateTests {
    @Test func theUsualTimeOfOpeningSetsThePaceAlsoAfterARestart() async throws {
        try await withTemporaryDirectory { folder in
            // The first day, at 18:00.
            let clock = ManualWallClock(now: ManualWallClock().now + 10 * 3600)
            let state = "\(folder)/state"
            /// The hour of the day of the next update, of which the first one was at midnight.
            @Sendable func nextHour(_ fixture: ScreenFixture) throws -> Double {
                let schedule = fixture.screen.updateSchedule(of: ScreenFixture.widget)
                #expect(schedule.unseenUpdates == 1)
                let midnight = ClockDay(of: clock.now, in: .gmt).interval.start
                return try #require(schedule.nextUpdate).timeIntervalSince(midnight) / 3600
            }
            try await withScreen(at: state, clock: clock, unseenUpdateLimit: 4) { fixture async throws in
                // A change of the day is noticed by timers that have begun before.
                try await wait(for: "the timers of the screen") { clock.nextDeadline != nil }
                for day in 0..<14 {
                    try await fill(fixture)
                    clock.advance(by: 6 * 3600)
                    #expect(try await update(fixture) == [.dayChanged])
                    if day == 0 {
                        // One opening says little yet: the second of four updates comes in the morning.
                        fixture.screen.groupsChanged([ScreenFixture.group])
                        #expect(try nextHour(fixture) < 9)
                        #expect(try await fence(fixture).contains(.reload))
                    }
                    if day < 13 { clock.advance(by: 18 * 3600) }
                }
                fixture.screen.groupsChanged([ScreenFixture.group])
                #expect(try (12..<18).contains(nextHour(fixture)))
            }
            try await withScreen(at: state, clock: clock, unseenUpdateLimit: 4) { fixture async throws in
                #expect(try await update(fixture) == [.added])
                fixture.screen.groupsChanged([ScreenFixture.group])
                #expect(try (12..<18).contains(nextHour(fixture)))
            }
        }
    }
}
