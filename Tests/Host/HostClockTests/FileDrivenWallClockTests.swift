import Foundation
import HostClock
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct FileDrivenWallClockTests {
    /// A clock that runs, and the file that steers it.
    private func withClock(_ body: @escaping @Sendable (FileDrivenWallClock, String) async throws -> Void) async throws
    {
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/clock.json"
            try write(file, "2026-11-21T08:00:00Z", "Europe/Berlin")
            let clock = try FileDrivenWallClock(following: file)
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

    @Test(arguments: [
        ["2026-11-21T07:00:00Z Europe/Berlin", "2026-11-21T06:59:59Z Europe/Berlin"],
        ["2026-11-21T08:00:00Z Asia/Tokyo", "2026-11-21T08:00:00Z Europe/Berlin"],
    ])
    func anEarlierTimeOrAnotherZoneIsAChange(texts: [String]) async throws {
        try await withClock { clock, file in
            let late = clock.now.addingTimeInterval(60)
            let events = try await withThrowingTaskGroup(of: WallClockEvent?.self) { group in
                for deadline in [late, nil] { group.addTask { try await clock.wait(until: deadline) } }
                group.addTask {
                    // Whoever begins to wait after a change sees a later one; each second one goes back.
                    while !Task.isCancelled {
                        for text in texts {
                            let parts = text.split(separator: " ").map(String.init)
                            try write(file, parts[0], parts[1])
                            await Task.yield()
                        }
                    }
                    return nil
                }
                var events: [WallClockEvent] = []
                while events.count < 2, let event = try await group.next() { events += event.map { [$0] } ?? [] }
                group.cancelAll()
                return events
            }
            #expect(events == [.changed, .changed])
        }
    }

    @Test(arguments: [
        "", "{", "{}", #"{"now": "noon", "zone": "UTC"}"#, #"{"now": "2026-11-21T08:00:00Z", "zone": "Mars/Base"}"#,
        String(repeating: " ", count: 5000),
    ])
    func whatSaysNoTimeIsRefusedAtFirstAndPassedOverLater(text: String) async throws {
        try await withClock { clock, file in
            try write(file, text)
            #expect(throws: (any Error).self) { try FileDrivenWallClock(following: file) }
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
