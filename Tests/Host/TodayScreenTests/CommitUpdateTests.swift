import HostModel
import HostStorage
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct CommitUpdateTests {
    @Test func aCommitUpdatesAWidgetOnceForAllThatItChanges() async throws {
        try await withScreen { fixture in
            let state = fixture.screen.state(for: fixture.viewer, opens: true)
            let events = fixture.screen.events(for: fixture.viewer, after: state.position, scene: nil)
            try await next(fixture).answer(.content(try ScreenFixture.content("old")))
            await fixture.screen.waitUntilSettled(ScreenFixture.widget)
            fixture.screen.groupsChanged(
                [ScreenFixture.group],
                queues: [ScreenFixture.app: [ScreenFixture.group]],
                newDataOf: [ScreenFixture.app],
                reloads: [WidgetReload(ScreenFixture.widget, isUrgent: false)]
            )
            let call = try await next(fixture)
            #expect(call.update?.reasons == [.groupChanged, .push, .reload])
            #expect(call.cancellation?.isCancelled == false)
            call.answer(.content(try ScreenFixture.content("new")))
            await fixture.screen.waitUntilSettled(ScreenFixture.widget)
            let ledger = try await fixture.screen.ledger(of: ScreenFixture.widget, limit: 10)
            #expect(ledger.map(\.reasons) == [[.groupChanged, .push, .reload], [.opened]])
            withExtendedLifetime(events) {}
        }
    }

    /// The next request to the widget's process.
    private func next(_ fixture: ScreenFixture, line: UInt = #line) async throws -> ScriptedProcesses.Call {
        try await withTimeLimit(on: "the next update", line: line) {
            for await call in fixture.processes.calls { return call }
            throw CancellationError()
        }
    }
}
