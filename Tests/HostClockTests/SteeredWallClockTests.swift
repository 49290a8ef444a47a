import Foundation
import HostClock
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(1))) struct SteeredWallClockTests {
    /// A clock that runs, and the file that steers it.
    private func withClock(_ body: @escaping @Sendable (SteeredWallClock, String) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/clock.json"
            try write(file, "2026-11-21T08:00:00Z", "Europe/Berlin")
            let clock = try SteeredWallClock(following: file)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await clock.run() }
                try await body(clock, file)
                group.cancelAll()
            }
        }
    }

    private func write(_ file: String, _ now: String, _ zone: String) throws {
        try write(file, #"{"now": "\#(now)", "zone": "\#(zone)"}"#)
    }

    private func write(_ file: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    }

    @Test func standsWhereTheFileSays() async throws {
        try await withClock { clock, _ in
            #expect(clock.now == Date(timeIntervalSince1970: 1_795_248_000))
            #expect(clock.zone.identifier == "Europe/Berlin")
        }
    }

    @Test func reachesWhatTheFilePasses() async throws {
        try await withClock { clock, file in
            let now = clock.now
            #expect(try await clock.wait(until: now) == .reached)
            async let soon = clock.wait(until: now.addingTimeInterval(60))
            try write(file, "2026-11-21T08:01:00.500Z", "Europe/Berlin")
            #expect(try await soon == .reached)
            #expect(clock.now == now.addingTimeInterval(60.5))
        }
    }

    @Test(arguments: ["earlier", "zone"])
    func anEarlierTimeOrAnotherZoneIsAChange(kind: String) async throws {
        try await withClock { clock, file in
            let late = clock.now.addingTimeInterval(60)
            let events = EventLog()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { events.note(try await clock.wait(until: late)) }
                group.addTask { events.note(try await clock.wait(until: nil)) }
                // Whoever begins to wait after a change sees the next one.
                for step in 1... {
                    let second = kind == "zone" ? 0 : 59 - step % 60
                    let minute = kind == "zone" ? 0 : 59 - step / 60 % 60
                    let zone = kind == "zone" && step % 2 == 1 ? "Asia/Tokyo" : "Europe/Berlin"
                    try write(
                        file,
                        String(format: "2026-11-21T0%d:%02d:%02dZ", kind == "zone" ? 8 : 7, minute, second),
                        zone
                    )
                    await Task.yield()
                    if events.all.count == 2 { break }
                }
                try await group.waitForAll()
            }
            #expect(events.all == [.changed, .changed])
        }
    }

    @Test(arguments: [
        "", "{", "{}", #"{"now": "noon", "zone": "UTC"}"#, #"{"now": "2026-11-21T08:00:00Z", "zone": "Mars/Base"}"#,
        String(repeating: " ", count: 5000),
    ])
    func whatSaysNoTimeIsRefusedAtFirstAndPassedOverLater(text: String) async throws {
        try await withClock { clock, file in
            try write(file, text)
            #expect(throws: (any Error).self) { try SteeredWallClock(following: file) }
            try write(file, "2026-11-21T09:00:00Z", "UTC")
            #expect(try await clock.wait(until: Date(timeIntervalSince1970: 1_795_251_600)) == .reached)
        }
    }

    @Test func cancellationEndsEveryWait() async throws {
        try await withClock { clock, _ in
            let waiting = Task { try await clock.wait(until: nil) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }
}

/// How waits ended, in order.
private final class EventLog: Sendable {
    private let events = Mutex([WallClockEvent]())

    var all: [WallClockEvent] { events.withLock(\.self) }

    func note(_ event: WallClockEvent) { events.withLock { $0.append(event) } }
}
