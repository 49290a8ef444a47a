import FoundationEssentials
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// A notification of a message shows only when the message's body is here, and goes with the message.
@Suite struct HeldNotificationTests {
    /// Takes the push `p` with the message `m`; the message's place in the list comes before or after.
    private func withPush(
        listedFirst: Bool,
        expires: Double? = nil,
        _ body: (DurableStore, SettableDate) async throws -> Void
    ) async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            if listedFirst { try await store.merge([.sample("m")]) }
            try await store.apply(.receivePush(.sample("p", message: "m", expires: expires)))
            if !listedFirst { try await store.merge([.sample("m")]) }
            #expect(try await store.scheduled().isEmpty)
            try await body(store, date)
        }
    }

    @Test func onlyTheNewestWaitWhenThereAreTooMany() async throws {
        try await withPromises { store async throws in
            let count = MessageLimits.held + 50
            try await store.apply(.receivePush(.sample("other", to: "com.b", message: "m0")))
            let pushes = (0..<count).map {
                StoreOperation.cloud(.receivePush(.sample("p\($0)", message: MessageID("m\($0)"))))
            }
            // Those of one commit have one revision; their order counts.
            try await store.commit(StoreTransaction(pushes, origin: .host))
            try await store.merge((0..<count).map { .sample(MessageID("m\($0)")) })
            let bodies = (0..<count).map {
                StoreOperation.message(.bodyArrived("com.a", MessageID("m\($0)"), text: "", size: 1))
            }
            try await store.commit(StoreTransaction(bodies, origin: .host))
            let shown = try await store.scheduled()
            #expect(shown.count <= MessageLimits.held && shown.count > MessageLimits.held / 2)
            #expect(Set(shown) == Set((count - shown.count..<count).map { "p\($0)" }))
        }
    }

    @Test(arguments: [true, false]) func itWaitsForTheBodyAndComesWithIt(listedFirst: Bool) async throws {
        try await withPush(listedFirst: listedFirst) { store, _ in
            try await store.apply(.bodyFailed("com.a", "m", reason: "offline"))
            #expect(try await store.scheduled().isEmpty)
            let changes = try await store.changes { try await store.bodyArrived("m") }
            #expect(try await store.scheduled() == ["p"])
            #expect(changes == [[.schedule, .messages("com.a")]])
            // It comes once.
            try await store.commit(.notification(.removePending("com.a", identifiers: nil)))
            try await store.bodyArrived("m")
            #expect(try await store.scheduled().isEmpty)
        }
    }

    @Test func withTheBodyHereItComesAtOnceAndSoDoesOneWithoutAMessage() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("m")])
            try await store.bodyArrived("m")
            try await store.apply(.receivePush(.sample("p", message: "m")))
            try await store.apply(.receivePush(.sample("q")))
            #expect(try await store.scheduled() == ["p", "q"])
        }
    }

    @Test(arguments: [true, false]) func aMessageThatWasReadOrDeletedMeanwhileShowsNone(isDeleted: Bool) async throws {
        try await withPush(listedFirst: true) { store, _ in
            try await store.apply(isDeleted ? .delete("com.a", ["m"]) : .read("com.a", ["m"], true))
            try await store.bodyArrived("m")
            #expect(try await store.scheduled().isEmpty)
            try await store.apply(.receivePush(.sample("again", message: "m")))
            try await store.bodyArrived("m")
            #expect(try await store.scheduled().isEmpty)
        }
    }

    @Test(arguments: [true, false]) func whatIsDoneToTheMessageWithdrawsItsNotification(isDelivered: Bool) async throws
    {
        let ways: [(String, (DurableStore, SettableDate) async throws -> Void)] = [
            ("read", { store, _ in try await store.apply(.read("com.a", ["m"], true)) }),
            ("delete", { store, _ in try await store.apply(.delete("com.a", ["m"])) }),
            (
                "read on another device",
                { store, _ in try await store.merge([.sample("m", expires: 99, isRead: true)]) }
            ),
            ("deleted on another device", { store, _ in try await store.merge([]) }),
            (
                "expired",
                { store, date in
                    date.advance(by: 99)
                    try await store.apply(.expire)
                }
            ),
        ]
        for (name, act) in ways {
            let date = SettableDate()
            try await withPromises(now: { date.value }) { store async throws in
                try await store.merge([.sample("m", expires: 99)])
                try await store.bodyArrived("m")
                try await store.apply(.receivePush(.sample("p", message: "m")))
                try await store.apply(.receivePush(.sample("other")))
                if isDelivered {
                    for scheduled in try await store.read({ try $0.due(before: .sample(1), limit: 9) }) {
                        try await store.commit(.deliver(scheduled))
                    }
                }
                let revision = store.revision
                try await act(store, date)
                #expect(try await store.scheduled() == (isDelivered ? [] : ["other"]), "\(name)")
                let shown = try await store.read {
                    try $0.newestDelivered(limit: 9).map(\.request.identifier)
                }
                #expect(shown == (isDelivered ? ["other"] : []), "\(name)")
                #expect(store.revision > revision, "\(name)")
            }
        }
    }

    @Test func onlyItsOwnNotificationGoesWithAMessage() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("b", sent: 1), .sample("a")])
            try await store.bodyArrived("a")
            try await store.bodyArrived("b")
            // Collapsed pushes share an identifier: it is the later message's.
            try await store.apply(.receivePush(.sample("p1", message: "a", identifier: "same")))
            try await store.apply(.receivePush(.sample("p2", message: "b", identifier: "same")))
            try await store.apply(.read("com.a", ["a"], true))
            #expect(try await store.scheduled() == ["same"])
            try await store.apply(.read("com.a", ["b"], true))
            #expect(try await store.scheduled().isEmpty)
        }
    }

    @Test func whatCameTooLateDoesNotShow() async throws {
        try await withPush(listedFirst: true, expires: 10) { store, date in
            date.advance(by: 10)
            try await store.bodyArrived("m")
            #expect(try await store.scheduled().isEmpty)
            try await store.apply(.receivePush(.sample("q", expires: 10)))
            #expect(try await store.scheduled().isEmpty)
            try await store.apply(.receivePush(.sample("r", expires: 11)))
            #expect(try await store.scheduled() == ["r"])
        }
    }

    @Test func aListThatWasAskedForBeforeThePushDoesNotForgetIt() async throws {
        try await withPromises { store async throws in
            let asOf = store.revision
            try await store.apply(.receivePush(.sample("p", message: "m")))
            try await store.apply(.merge("com.a", [], lastModified: nil, asOf: asOf))
            try await store.merge([.sample("m")])
            try await store.bodyArrived("m")
            #expect(try await store.scheduled() == ["p"])

            // A list of later that lacks the message ends the waiting.
            try await store.apply(.receivePush(.sample("q", message: "n")))
            try await store.apply(.merge("com.a", [], lastModified: nil, asOf: store.revision))
            try await store.merge([.sample("n")])
            try await store.bodyArrived("n")
            #expect(try await store.scheduled().isEmpty)
        }
    }
}
