import Foundation
import HostClock
import Testing

/// The system's clock with a time zone that a person has chosen.
@Suite(.timeLimit(.minutes(10))) struct SystemWallClockTests {
    @Test func aChosenZoneHoldsAtOnceAndEndsWaits() async throws {
        let clock = SystemWallClock()
        let system = clock.zone
        let chosen = try #require(TimeZone(identifier: system.identifier == "Asia/Tokyo" ? "Asia/Seoul" : "Asia/Tokyo"))
        async let _: Void = clock.run()
        let wait = Task { try await clock.wait(until: nil) }
        // The wait may not have begun at the first change.
        let changes = Task {
            while !Task.isCancelled {
                clock.use(chosen)
                await Task.yield()
                clock.use(nil)
                await Task.yield()
            }
        }
        let event = try await wait.value
        changes.cancel()
        await changes.value
        #expect(event == .changed)
        clock.use(chosen)
        #expect(clock.zone.identifier == chosen.identifier)
        clock.use(nil)
        #expect(clock.zone.identifier == system.identifier)
    }
}
