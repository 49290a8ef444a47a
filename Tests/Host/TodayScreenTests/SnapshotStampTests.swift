import HostStorage
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// What a snapshot is said to show is what its process knew when it was asked.
@Suite(.timeLimit(.minutes(5))) struct SnapshotStampTests {
    @Test func aSnapshotCarriesTheRevisionAtWhichItsUpdateStarted() async throws {
        try await withScreen { fixture in
            let durable = fixture.store.durable
            let content = WidgetUpdateResult.content(try ScreenFixture.content("61°"))
            let start = durable.revision
            fixture.screen.reload([ScreenFixture.widget], isUrgent: true)
            let calls = fixture.processes.calls
            let call = try await withTimeLimit(on: "the request to the widget's process") {
                for await call in calls { return call }
                throw CancellationError()
            }
            // Committed while the process works: it cannot have seen it.
            let receipt = try await durable.commit(
                .defaults(.set(group: ScreenFixture.group, key: "choice", value: .string("Tokyo")))
            )
            call.answer(content)
            try await withTimeLimit(on: "the end of the update") {
                await fixture.screen.waitUntilSettled(ScreenFixture.widget)
            }

            let snapshots = try await fixture.store.caches.allSnapshots()
            #expect(call.update?.revision == start)
            #expect(snapshots.map(\.stamp) == [start])
            #expect(start < receipt.revision)
        }
    }
}
