import HostStorage
import ProcessHost
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
            effects.add(.reload([SessionFixture.widget]))
            effects.add(.reloadScene("example://"))
            try await fixture.committer().commit(
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

    @Test(arguments: [
        (ChangeOrigin.app(SessionFixture.app), ProcessIdentity.app(SessionFixture.app)),
        (.widget(SessionFixture.widget), .widget(SessionFixture.widget, of: SessionFixture.app)),
    ])
    func theProcessIsChargedForTheCommit(origin: ChangeOrigin, identity: ProcessIdentity) async throws {
        try await withSession { fixture in
            let charged = Mutex<[(Duration, ProcessIdentity)]>([])
            var effects = HostTransaction()
            try effects.add(.defaults(.set(group: SessionFixture.group, key: "key", value: .integer(1))))
            try await fixture.committer { time, identity in charged.withLock { $0.append((time, identity)) } }.commit(
                effects,
                completing: .setting(.set(key: "done", value: "1")),
                of: SessionFixture.app,
                origin: origin
            )
            let charges = charged.withLock { $0 }
            let charge = try #require(charges.first)
            #expect(charge.0 > .zero && charge.1 == identity)
        }
    }
}

extension SessionFixture {
    /// Makes a committer that asks the fixture's screen.
    fileprivate func committer(
        charge: @escaping @Sendable (Duration, ProcessIdentity) -> Void = { _, _ in }
    ) -> EffectCommitter {
        EffectCommitter(store: store.durable, screen: screen, wakeApp: { _ in }, charge: charge)
    }
}
