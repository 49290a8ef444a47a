import FoundationEssentials
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

/// What comes from the cloud counts once, and nothing of it is lost.
@Suite struct PushTests {
    private func withLink(
        now: @escaping @Sendable () -> Date = { .sample(0) },
        _ body: (DurableStore) async throws -> Void
    ) async throws {
        try await withPromises(now: now) { store async throws in
            try await store.apply(.link(.sample()))
            try await body(store)
        }
    }

    @Test func aPushAndTheNumberOfItsEventAreOneCommit() async throws {
        try await withLink { store in
            let changes = try await store.changes {
                try await store.apply(.receivePush(.sample("p", message: "m", wakes: true, sequence: 7)))
            }
            #expect(changes.count == 1)
            #expect(try await store.read { try $0.cloudLink()?.sequence } == 7)
            #expect(try await store.read { try $0.pendingPushes().map(\.push.id) } == ["p"])
            #expect(try await store.read { try $0.staleInboxes() } == ["com.a"])
        }
    }

    @Test func aPushThatComesAgainDoesNothingButMoveOn() async throws {
        try await withLink { store in
            try await store.apply(.receivePush(.sample("p", wakes: true, sequence: 7)))
            try await store.commit(.notification(.removePending("com.a", identifiers: nil)))
            try await store.apply(.finishPush("com.a", id: "p"))
            #expect(try await store.apply(.receivePush(.sample("p", wakes: true, sequence: 8))) == .unchanged)
            #expect(try await store.scheduled().isEmpty)
            #expect(try await store.read { try $0.pendingPushes() }.isEmpty)
            #expect(try await store.read { try $0.cloudLink()?.sequence } == 8)
            // For another app it is another push.
            try await store.apply(.receivePush(.sample("p", to: "com.b", sequence: 9)))
            #expect(try await store.scheduled(of: "com.b") == ["p"])
        }
    }

    @Test func aPushThatBroughtNewDataIsReportedAsSuch() async throws {
        try await withLink { store in
            for id in ["p", "q"] { try await store.apply(.receivePush(.sample(id, wakes: true))) }
            let changes = try await store.changes {
                try await store.apply(.finishPush("com.a", id: "p"))
                try await store.apply(.finishPush("com.a", id: "q", foundNewData: true))
            }
            #expect(changes == [[.pushes("com.a")], [.newData("com.a"), .pushes("com.a")]])
        }
    }

    @Test func idsAreForgottenAfterThirtyDays() async throws {
        let date = SettableDate()
        try await withLink(now: { date.value }) { store in
            try await store.apply(.receivePush(.sample("p")))
            date.advance(by: 29 * 86_400)
            #expect(try await store.apply(.receivePush(.sample("p"))) == .unchanged)
            date.advance(by: 2 * 86_400)
            try await store.apply(.receivePush(.sample("q")))
            #expect(try await store.apply(.receivePush(.sample("p"))) == .changed)
        }
    }

    @Test func pushesOfAnAppWaitInTheirOrderUntilTheyAreFinished() async throws {
        try await withLink { store in
            for (id, app) in [("1", "com.a"), ("2", "com.b"), ("3", "com.a")] as [(String, AppID)] {
                try await store.apply(.receivePush(.sample(id, to: app, shows: false, wakes: true)))
            }
            #expect(try await store.read { try $0.pendingPushes().map(\.push.id) } == ["1", "2", "3"])
            #expect(try await store.read { try $0.nextPush(of: "com.a")?.push.id } == "1")
            let finish = [StoreOperation.set(1, for: "effect"), .cloud(.finishPush("com.a", id: "1"))]
            try await store.commit(StoreTransaction(finish, origin: .app("com.a")))
            #expect(try await store.read { try $0.nextPush(of: "com.a")?.push.id } == "3")
            // Handed over twice, it has one effect.
            let again = [StoreOperation.set(2, for: "effect"), .cloud(.finishPush("com.a", id: "1"))]
            #expect(
                await refusal { try await store.commit(StoreTransaction(again, origin: .app("com.a"))) }
                    == .alreadyFinished
            )
            #expect(try await store.value("effect") == 1)
        }
    }

    @Test func ofTooManyWaitingPushesTheOldestGo() async throws {
        try await withLink { store in
            let count = CloudOperation.pushLimit + 3
            let operations = (0..<count).map {
                StoreOperation.cloud(.receivePush(.sample("p\($0)", shows: false, wakes: true)))
            }
            try await store.commit(StoreTransaction(operations, origin: .host))
            let waiting = try await store.read { try $0.pendingPushes().map(\.push.id) }
            #expect(waiting.count == CloudOperation.pushLimit)
            #expect(waiting.first == "p3")
            #expect(waiting.last == "p\(count - 1)")
        }
    }

    @Test func aPushComesBackAsItWas() async throws {
        try await withLink { store in
            var order = ReceivedPush.sample("p", message: "m", wakes: true)
            order.push.extra = ["a": .null, "b": [1.5, "x", ["c": true]]]
            order.push.alert = Push.Alert(title: "T", subtitle: "S", body: "B")
            try await store.apply(.receivePush(order))
            #expect(try await store.read { try $0.nextPush(of: "com.a")?.push } == order.push)
        }
    }

    @Test func aFullListOfNotificationsStopsNoEvents() async throws {
        try await withLink { store in
            var order = ReceivedPush.sample("p", wakes: true, sequence: 5)
            // Far beyond what any trigger may be; its time is taken to be now.
            order.push.sent = Date(timeIntervalSince1970: 1e15)
            try await store.apply(.receivePush(order))
            #expect(try await store.scheduled() == ["p"])
            #expect(try await store.read { try $0.nextDue() } == .sample(0))
        }
    }

    // MARK: - Topics

    @Test func aTopicsMessageShowsChangesInPlaceAndGoes() async throws {
        try await withLink { store in
            func take(_ id: String, _ kind: ReceivedTopicMessage.Kind, _ sequence: Int64) async throws
                -> OperationOutcome
            {
                try await store.apply(
                    .receiveTopicMessage(
                        ReceivedTopicMessage(
                            app: "topics",
                            id: id,
                            sent: .sample(0),
                            kind: kind,
                            sequence: sequence,
                            epoch: "e"
                        )
                    )
                )
            }
            func request(_ title: LocalizableText) -> NotificationRequest {
                NotificationRequest(identifier: "alerts/1", content: NotificationContent(title: title), trigger: .now)
            }
            let action = NotificationAction(identifier: "open", title: "Open")
            _ = try await take("1", .show(request("One"), actions: [action]), 1)
            _ = try await take("2", .show(request("Two"), actions: []), 2)
            #expect(try await take("1", .show(request("One"), actions: []), 3) == .unchanged)
            let kept = try await store.read { try $0.scheduled("topics", identifier: "alerts/1") }
            #expect(kept?.request.content.title == "Two")
            _ = try await take("3", .withdraw(identifier: "alerts/1"), 4)
            #expect(try await store.scheduled(of: "topics").isEmpty)
            #expect(try await store.read { try $0.cloudLink()?.sequence } == 4)
        }
    }
}
