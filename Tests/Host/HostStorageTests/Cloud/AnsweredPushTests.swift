import FoundationEssentials
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

/// What the person answers on one device is answered on all of them.
@Suite struct AnsweredPushTests {
    private func withLink(
        now: @escaping @Sendable () -> Date = { .sample(0) },
        _ body: (DurableStore) async throws -> Void
    ) async throws {
        try await withPromises(now: now) { store async throws in
            try await store.apply(.link(.sample()))
            try await store.apply(
                .setChannel(CloudChannel(app: "com.a", channelID: "c", inboxUser: "u", inboxPassword: "p"))
            )
            try await body(store)
        }
    }

    /// A notification as a push makes it, or as an app makes one of its own.
    private func scheduled(
        _ identifier: String,
        push: PropertyValue?,
        container: PropertyValue? = nil,
        due: Double = 0
    ) -> ScheduledNotification {
        var scheduled = ScheduledNotification.sample(identifier, due: due)
        scheduled.request.content.userInfo = push.map { ["push_id": $0] }
        scheduled.request.content.userInfo?["container"] = container
        return scheduled
    }

    private func received(_ id: String, message: MessageID? = nil, identifier: String? = nil) -> ReceivedPush {
        var received = ReceivedPush.sample(id, message: message, identifier: identifier, wakes: true)
        received.request?.content.userInfo = ["push_id": .string(id)]
        return received
    }

    private func unsent(_ store: DurableStore) async throws -> [String] {
        try await store.read { try $0.unsentPushAnswers(limit: 1000).map(\.push) }
    }

    private func delivered(_ store: DurableStore) async throws -> Int {
        try await store.read { try $0.deliveredCount() }
    }

    private func answerElsewhere(_ id: String, _ store: DurableStore) async throws {
        try await store.apply(.pushAnswered("com.a", id: id, sequence: 1, epoch: "e"))
    }

    @Test func whatIsAnsweredOrDismissedWaitsForTheCloud() async throws {
        try await withLink { store in
            let answered = try await store.show(scheduled("x", push: "p1"))
            let dismissed = try await store.show(scheduled("y", push: "p2"))
            let changes = try await store.changes {
                try await store.commit(.respond(to: answered.id, id: "r"))
                try await store.commit(.response(.dismiss(dismissed.id)))
            }
            #expect(changes.map { $0.contains(.pushAnswers) } == [true, true])
            #expect(try await unsent(store) == ["p1", "p2"])
            try await store.apply(.pushAnswersSent([PushAnswer(app: "com.a", push: "p1")]))
            #expect(try await unsent(store) == ["p2"])
            // What the app removes is not answered by the person.
            try await store.show(scheduled("z", push: "p3"))
            try await store.commit(.notification(.removeDelivered("com.a", identifiers: ["z"])))
            #expect(try await unsent(store) == ["p2"])
        }
    }

    private static let noPushes: [PropertyValue?] = [
        nil, .integer(7), .string(""), .string(String(repeating: "x", count: 65)), .string("a b"),
        .string("pü"), .array([.string("p")]),
    ]

    @Test(arguments: noPushes)
    func whatDidNotComeByPushConcernsNobodyElse(push: PropertyValue?) async throws {
        try await withLink { store in
            let shown = try await store.show(scheduled("x", push: push))
            try await store.commit(.response(.dismiss(shown.id)))
            #expect(try await unsent(store).isEmpty)
        }
    }

    @Test func withoutACloudNothingWaits() async throws {
        try await withPromises { store async throws in
            for shown in [scheduled("x", push: "p"), scheduled("y", push: "q", container: "iCloud.a")] {
                let shown = try await store.show(shown)
                try await store.commit(.response(.dismiss(shown.id)))
            }
            #expect(try await unsent(store).isEmpty)
        }
    }

    @Test func anAppThatOnlyKeepsRecordsNeedsNoChannel() async throws {
        try await withPromises { store async throws in
            try await store.apply(.link(.sample()))
            let alert = try await store.show(scheduled("x", push: "p", container: "iCloud.a"))
            try await store.commit(.respond(to: alert.id, id: "r"))
            // Without a channel and without a container no push can have come.
            let other = try await store.show(scheduled("y", push: "q"))
            try await store.commit(.response(.dismiss(other.id)))
            #expect(try await unsent(store) == ["p"])
        }
    }

    @Test func anAnswerElsewhereWithdrawsTheNotificationWhereverItIs() async throws {
        try await withLink { store in
            try await store.show(scheduled("shown", push: "p"))
            try await store.show(scheduled("other", push: "q"))
            try await store.apply(.receivePush(received("due")))
            try await store.apply(.receivePush(received("held", message: "m")))
            #expect(try await store.scheduled() == ["due"])

            for id in ["p", "due", "held"] { try await answerElsewhere(id, store) }
            #expect(try await delivered(store) == 1)
            #expect(try await store.scheduled().isEmpty)
            try await store.merge([.sample("m")])
            try await store.bodyArrived("m")
            #expect(try await store.scheduled().isEmpty)
            // It came from the cloud, which knows it.
            #expect(try await unsent(store).isEmpty)
            // Each still wakes its app.
            #expect(try await store.read { try $0.pendingPushes().map(\.push.id) } == ["due", "held"])
        }
    }

    @Test func whatAnAppHasScheduledForLaterStays() async throws {
        try await withLink { store in
            // An app that reminds of a push later copies its values.
            try await store.commit(.schedule(scheduled("later", push: "p", due: 60)))
            try await answerElsewhere("p", store)
            #expect(try await store.scheduled() == ["later"])
        }
    }

    @Test func aPushThatComesAfterItsAnswerShowsNothing() async throws {
        try await withLink { store in
            try await answerElsewhere("p", store)
            // It would have replaced this one, which the person does not see elsewhere any more.
            try await store.show(scheduled("score", push: "before"))
            try await store.apply(.receivePush(received("p", identifier: "score")))
            #expect(try await store.scheduled().isEmpty)
            #expect(try await delivered(store) == 0)
            #expect(try await store.read { try $0.pendingPushes().map(\.push.id) } == ["p"])
            try await store.apply(.receivePush(received("q")))
            #expect(try await store.scheduled() == ["q"])
        }
    }

    @Test func anAnswerMovesTheCursorAndCountsOnce() async throws {
        try await withLink { store in
            try await store.show(scheduled("x", push: "p"))
            let changes = try await store.changes {
                for sequence in [7, 8] as [Int64] {
                    try await store.apply(.pushAnswered("com.a", id: "p", sequence: sequence, epoch: "e"))
                }
            }
            #expect(changes.count == 1)
            #expect(try await store.read { try $0.cloudLink()?.sequence } == 8)
            // The same push of another app is another one.
            try await store.apply(.receivePush(.sample("p", to: "com.b")))
            #expect(try await store.scheduled(of: "com.b") == ["p"])
        }
    }

    @Test func answersAreForgottenWithTheLinkTheAppAndAfterThirtyDays() async throws {
        let date = SettableDate()
        try await withLink(now: { date.value }) { store in
            func answer(_ push: String) async throws {
                let shown = try await store.show(scheduled(push, push: .string(push)))
                try await store.commit(.response(.dismiss(shown.id)))
            }
            try await answer("old")
            date.advance(by: 31 * 86_400)
            try await answer("new")
            #expect(try await unsent(store) == ["new"])
            try await store.commit(.install("com.a"))
            try await store.commit(.app(.uninstall("com.a", keepsData: false)))
            #expect(try await unsent(store).isEmpty)
            try await store.apply(
                .setChannel(CloudChannel(app: "com.a", channelID: "c", inboxUser: "u", inboxPassword: "p"))
            )
            try await answer("last")
            try await store.apply(.unlink)
            #expect(try await unsent(store).isEmpty)
        }
    }
}
