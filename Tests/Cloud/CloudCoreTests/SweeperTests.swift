import AsyncPrimitives
import CloudStorage
import CloudTestSupport
import Foundation
import Testing
import TodayTestSupport

@testable import CloudCore

@Suite(.timeLimit(.minutes(2))) struct SweeperTests {
    /// Runs the sweeper concurrently with a test, which begins at the first sleep.
    private func withSweeper(_ fixture: CloudFixture, _ body: () async throws -> Void) async throws {
        // The sweeper begins without a signal, so that its first sleep is not cut short.
        fixture.cloud.signal(.expiry).raise()
        await fixture.cloud.signal(.expiry).wait()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await Sweeper(cloud: fixture.cloud).run() } catch is CancellationError {}
            }
            await fixture.clock.waitUntilSleeping()
            try await body()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func roundsGoOnWhenTheClockIsSetBack() async throws {
        try await withCloud { fixture async throws in
            try await withSweeper(fixture) { () async throws in
                let old = fixture.date.value - 2 * 86_400
                #expect(try await fixture.store.useNonce("n", of: fixture.app.number, expires: old))
                #expect(try await !fixture.store.useNonce("n", of: fixture.app.number, expires: old))
                fixture.date.advance(by: -86_400)
                fixture.clock.advance(by: .seconds(3600))
                await fixture.clock.waitUntilSleeping()
                #expect(try await fixture.store.useNonce("n", of: fixture.app.number, expires: old))
            }
        }
    }

    @Test func aClockThatIsSetForwardIsNoticed() async throws {
        try await withCloud { fixture async throws in
            let message = PushSpecification.Message(
                title: "Soup",
                contentType: "text/plain",
                body: Data("Soup".utf8),
                expiry: .seconds(1000)
            )
            _ = try await fixture.cloud.accept([PushSpecification(audience: .all, message: message)], of: fixture.app)
            try await withSweeper(fixture) { () async throws in
                #expect(try await fixture.store.nextMessageEnd() != nil)
                fixture.date.advance(by: 1000)
                fixture.clock.advance(by: .seconds(60))
                await fixture.clock.waitUntilSleeping()
                #expect(try await fixture.store.nextMessageEnd() == nil)
            }
        }
    }
}
