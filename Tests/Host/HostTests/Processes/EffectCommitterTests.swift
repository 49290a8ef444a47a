import HostStorage
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

@Suite(.timeLimit(.minutes(10))) struct EffectCommitterTests {
    /// If the screen were asked after the commit, the update that the commit's own changes cause would be cancelled.
    @Test(arguments: [false, true])
    func anUpdateThatAProcessAsksForIsPartOfTheCommit(isForPerson: Bool) async throws {
        try await withSession { fixture in
            let commits = Mutex<[[StoreChange]]>([])
            let observation = fixture.store.durable.observe { commit in commits.withLock { $0.append(commit.changes) } }
            var effects = HostTransaction()
            try effects.add(.defaults(.set(group: SessionFixture.group, key: "key", value: .integer(1))))
            effects.reload([SessionFixture.widget])
            effects.reloadScene("example://")
            try await EffectCommitter(store: fixture.store.durable, screen: fixture.screen, wakeApp: { _ in }).commit(
                effects,
                completing: .setting(.set(key: "done", value: "1")),
                of: SessionFixture.app,
                origin: .app(SessionFixture.app),
                isForPerson: isForPerson
            )
            observation.cancel()
            #expect(
                commits.withLock(\.self) == [
                    [
                        .defaults(group: SessionFixture.group, key: "key", value: .integer(1)), .setting("done"),
                        .reload(WidgetReload(SessionFixture.widget, isUrgent: isForPerson)),
                    ]
                ]
            )
            // The rest is asked of the screen once it is on disk.
            #expect(fixture.screen.all == ["scenes \(SessionFixture.app) example://"])
        }
    }
}
