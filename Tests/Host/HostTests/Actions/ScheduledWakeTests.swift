import Foundation
import HostStorage
import JSON
import JSONRPC
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// `wake/schedule`: apps that are started in the background at a time, and at the change of day.
@Suite(.timeLimit(.minutes(10))) struct ScheduledWakeTests {
    private static let app = SessionFixture.app

    private func reasons(_ fixture: ActionHostFixture) throws -> [String] {
        try fixture.app.notes("processed").compactMap { $0["reason"]?.stringValue }
    }

    private func schedule(_ date: Date, _ fixture: ActionHostFixture) async throws {
        try await fixture.store.commit(.scheduledWake(.set(ActionApp.app, date)))
    }

    private func waitUntilDone(_ fixture: ActionHostFixture) async throws {
        try await fixture.wait(for: "the end of the app's time") { try $0.scheduledWakes().isEmpty }
    }

    @Test func anAppIsStartedAtItsTimeOnce() async throws {
        try await withActionHost(wakesForActions: false, backgroundModes: ["fetch"]) { fixture in
            try await schedule(fixture.clock.now + 3600, fixture)
            try await schedule(fixture.clock.now + 7200, fixture)
            fixture.clock.advance(by: 3600)
            #expect(try reasons(fixture).isEmpty)
            fixture.clock.advance(by: 3600)
            try await waitUntilDone(fixture)
            #expect(try reasons(fixture) == ["wake"])
        }
    }

    @Test func aTimeThatPassedWhileTheHostWasOffIsMadeUpFor() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let clock = ManualWallClock()
            try await withActionHost(in: folder, backgroundModes: ["fetch"], clock: clock) { fixture in
                try await schedule(clock.now + 3600, fixture)
            }
            clock.advance(by: 4000)
            try await withActionHost(in: folder, backgroundModes: ["fetch"], clock: clock) { fixture in
                try await waitUntilDone(fixture)
                #expect(try reasons(fixture) == ["wake"])
            }
        }
    }

    @Test func anAppThatCouldNotRunIsAskedAgainLater() async throws {
        try await withActionHost(backgroundModes: ["fetch"]) { fixture in
            try fixture.app.put("fail")
            try await schedule(fixture.clock.now + 60, fixture)
            fixture.clock.advance(by: 60)
            while try await fixture.runs().isEmpty { await Task.yield() }
            try fixture.app.remove("fail")
            #expect(try await fixture.store.read { try $0.scheduledWakes().count } == 1)
            fixture.clock.advance(by: ScheduledWakes.retryDelay)
            try await waitUntilDone(fixture)
        }
    }

    @Test func anAppThatRefreshesInTheBackgroundIsStartedWhenTheDayChanges() async throws {
        try await withActionHost(backgroundModes: ["fetch"]) { fixture in
            fixture.clock.advance(by: 86_400)
            try await fixture.waitForBatches(1)
            #expect(try reasons(fixture) == ["wake"])
        }
    }

    @Test func theTimeIsAtLeastAMinuteAheadAndGoesWithTheApp() async throws {
        try await withActionHost(backgroundModes: ["fetch"]) { fixture in
            let now = fixture.clock.now
            try await schedule(.distantPast, fixture)
            #expect(try await fixture.store.read { try $0.scheduledWakes().map(\.date) } == [now + 60])
            try await fixture.store.commit(.scheduledWake(.remove(ActionApp.app)))
            #expect(try await fixture.store.read { try $0.scheduledWakes().isEmpty })
            try await schedule(now + 90, fixture)
            try await fixture.store.commit(.app(.uninstall(ActionApp.app, keepsData: false)))
            #expect(try await fixture.store.read { try $0.scheduledWakes().isEmpty })
            await #expect(throws: StoreError.self) { try await schedule(now + 90, fixture) }
        }
    }

    @Test func onlyAnAppWithTheBackgroundModeMaySetATime() async throws {
        let request = WakeScheduleRequest(date: nil)
        try await withSession(.app) { fixture in
            _ = try await fixture.process.call(request, deadline: .seconds(60))
        }
        try await withSession(.app, mayReceivePushes: false) { fixture in
            await expectError(.notEntitled) { try await fixture.process.call(request, deadline: .seconds(60)) }
        }
        try await withSession(.widget) { fixture in
            await expectError(.unavailableInExtensions) {
                try await fixture.process.call(request, deadline: .seconds(60))
            }
        }
    }
}
