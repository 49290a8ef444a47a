import Foundation
import HostClock
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(1))) struct SteeredWallClockTests {
    private final class Flag: Sendable {
        let isRaised = Mutex(false)
    }

    private func write(_ text: String, to place: String) throws {
        try Data(text.utf8).write(to: URL(filePath: place), options: .atomic)
    }

    private func withClock(_ body: (SteeredWallClock, String) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/clock.json"
            try write(#"{"now": "2027-01-15T08:00:00Z", "zone": "Europe/Berlin"}"#, to: file)
            let clock = try SteeredWallClock(following: file)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await clock.run() }
                try await body(clock, file)
                group.cancelAll()
            }
        }
    }

    @Test func itStandsStillUntilTheFileIsReplaced() async throws {
        try await withClock { clock, file in
            let begin = clock.now
            #expect(begin == (try Date("2027-01-15T08:00:00Z", strategy: .iso8601)))
            #expect(clock.zone.identifier == "Europe/Berlin")
            async let event = clock.wait(until: begin.addingTimeInterval(60))
            try write(#"{"now": "2027-01-15T08:00:59.5Z", "zone": "Europe/Berlin"}"#, to: file)
            try write(#"{"now": "2027-01-15T08:01:00Z", "zone": "Europe/Berlin"}"#, to: file)
            try #expect(await event == .reached)
            try #expect(await clock.wait(until: begin) == .reached)
        }
    }

    @Test(arguments: [
        #"{"now": "2027-01-15T08:00:00Z", "zone": "Asia/Tokyo"}"#,
        #"{"now": "2027-01-15T07:00:00Z", "zone": "Europe/Berlin"}"#,
    ])
    func anotherZoneAndTimeThatGoesBackAreAClockThatWasSet(text: String) async throws {
        try await withClock { clock, file in
            let told = Flag()
            try await withThrowingTaskGroup(of: WallClockEvent.self) { group in
                group.addTask {
                    let event = try await clock.wait(until: nil)
                    told.isRaised.withLock { $0 = true }
                    return event
                }
                // Nothing is told before the wait has begun.
                while !told.isRaised.withLock(\.self) {
                    try write(#"{"now": "2027-01-15T08:00:00Z", "zone": "Europe/Berlin"}"#, to: file)
                    try write(text, to: file)
                    await Task.yield()
                }
                try await #expect(group.next() == .changed)
            }
        }
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"now": "soon", "zone": "Europe/Berlin"}"#, #"{"now": "2027-01-15T08:00:00Z"}"#,
    ])
    func aFileThatSaysNoTimeIsRefused(text: String) async throws {
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/clock.json"
            #expect(throws: (any Error).self) { try SteeredWallClock(following: file) }
            try write(text, to: file)
            #expect(throws: (any Error).self) { try SteeredWallClock(following: file) }
        }
    }

    @Test func everyWaitEndsWithTheClock() async throws {
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/clock.json"
            try write(#"{"now": "2027-01-15T08:00:00Z", "zone": "UTC"}"#, to: file)
            let clock = try SteeredWallClock(following: file)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await clock.run() }
                group.cancelAll()
            }
            await #expect(throws: CancellationError.self) { try await clock.wait(until: nil) }
        }
    }
}
