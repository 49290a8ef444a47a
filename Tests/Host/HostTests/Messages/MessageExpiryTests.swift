import Foundation
import HostStorage
import Logging
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// When messages go by themselves; all clocks are the test's.
@Suite(.timeLimit(.minutes(10))) struct MessageExpiryTests {
    private static let app = AppID("org.example.App")
    private static let id = MessageID("m")

    /// A store with one message that goes after a minute.
    private struct Fixture: Sendable {
        let store: DurableStore
        /// The clock by which messages go.
        let clock: ManualWallClock
        /// What the store itself takes for the time.
        let storeClock: ManualWallClock
        let waiting = ManualClock()

        func hasMessage() async throws -> Bool { try await store.read { try $0.message(id, of: app) } != nil }

        /// Waits until the message is gone.
        func waitUntilGone() async throws {
            let (commits, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let observation = store.observe { _ in continuation.yield() }
            defer { observation.cancel() }
            continuation.yield()
            try await withTimeLimit(on: "the removal of the message") {
                for await _ in commits {
                    if try await !hasMessage() { return }
                }
            }
        }
    }

    private func withExpiry(_ body: (Fixture) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let (clock, storeClock) = (ManualWallClock(), ManualWallClock())
            let store = try DurableStore(path: "\(folder)/promises.sqlite", now: { storeClock.now })
            let message = RemoteMessage(
                id: Self.id,
                title: "Storm",
                sent: clock.now,
                expires: clock.now.addingTimeInterval(60),
                isRead: false
            )
            try await store.commit(.message(.merge(Self.app, [message], lastModified: nil)))
            let fixture = Fixture(store: store, clock: clock, storeClock: storeClock)
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let expiry = MessageExpiry(store: store, clock: clock, retryClock: fixture.waiting, logger: logger) {}
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await expiry.run() }
                defer { group.cancelAll() }
                try await body(fixture)
            }
            await store.close()
        }
    }

    @Test func aMessageGoesWhenItsTimeIsOver() async throws {
        try await withExpiry { fixture in
            #expect(try await fixture.hasMessage())
            fixture.storeClock.advance(by: 60)
            fixture.clock.advance(by: 60)
            try await fixture.waitUntilGone()
        }
    }

    @Test func aRemovalThatChangedNothingIsTriedAgainAfterAWhile() async throws {
        try await withExpiry { fixture in
            // By the store's own time the message has a second to live.
            fixture.storeClock.advance(by: 59)
            fixture.clock.advance(by: 60)
            await fixture.waiting.waitUntilSleeping()
            #expect(try await fixture.hasMessage())
            fixture.storeClock.advance(by: 1)
            fixture.waiting.advance(by: .milliseconds(4_999))
            #expect(fixture.waiting.sleeperCount == 1)
            #expect(try await fixture.hasMessage())
            fixture.waiting.advance(by: .milliseconds(1))
            try await fixture.waitUntilGone()
        }
    }
}
