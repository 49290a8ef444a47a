import FoundationEssentials
import HostModel
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// What the store notes of the way of a notification, and for how long.
@Suite struct TraceTests {
    /// Reads the hops of the only trace that a name stands for; none if there is no such trace.
    private func events(
        _ name: String,
        in store: DurableStore,
        of app: AppID? = nil,
        since oldest: Date = .distantPast
    ) async throws -> [TraceEvent] {
        try await store.read { reader in
            let found = try reader.traces(named: name, of: app, takesPrefix: true)
            guard let reference = found.first else { return [] }
            #expect(found.count == 1, "\(found)")
            return try reader.trace(reference, since: oldest).events
        }
    }

    /// The hops as short texts.
    private func hops(_ name: String, in store: DurableStore) async throws -> [String] {
        try await events(name, in: store).map {
            [$0.kind.rawValue, $0.detail].compactMap(\.self).joined(separator: " ")
        }
    }

    private func note(_ hop: TraceHop, of id: DeliveredID, in store: DurableStore) async throws {
        try await store.commit(.trace(TraceNote(hop, of: id)))
    }

    private func receive(_ push: ReceivedPush, in store: DurableStore) async throws {
        var push = push
        push.request?.content.userInfo = ["push_id": .string(push.push.id)]
        try await store.commit(.cloud(.receivePush(push)))
    }

    private func deliver(_ identifier: String, in store: DurableStore) async throws -> DeliveredRecord? {
        let scheduled = try #require(try await store.read { try $0.scheduled("com.a", identifier: identifier) })
        try await store.commit(.deliver(scheduled))
        return try await store.read { try $0.delivered(of: "com.a", identifier: identifier) }
    }

    @Test func aTraceFollowsANotificationFromItsDeliveryToItsAnswer() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store in
            try await store.commit(.session(.begin(tokenHash: "hash", browser: "Firefox, Linux", name: "Phone")))
            let record = try await store.show(.sample("tea"))
            date.advance(by: 2)
            try await note(.shown(on: .desktop), of: record.id, in: store)
            let browser = TraceSurface.browser(session: "hash")
            try await note(
                .sent(to: browser, service: "push.example.org", .refused, status: 403),
                of: record.id,
                in: store
            )
            try await store.commit(
                .response(.respond(record.id, id: "r", action: "done", text: "private", on: browser))
            )
            let events = try await events("\(record.id)", in: store)
            #expect(
                events == [
                    TraceEvent(.stored, date: .sample(0), notification: record.id, detail: "banner"),
                    TraceEvent(.shown, date: .sample(2), notification: record.id, surface: .desktop),
                    TraceEvent(
                        .sent,
                        date: .sample(2),
                        notification: record.id,
                        surface: .browser,
                        device: "Phone",
                        service: "push.example.org",
                        detail: "refused",
                        status: 403
                    ),
                    TraceEvent(
                        .actedOn,
                        date: .sample(2),
                        notification: record.id,
                        surface: .browser,
                        device: "Phone",
                        detail: "done"
                    ),
                ]
            )
            #expect(try await self.events("tea", in: store) == events)
        }
    }

    @Test func eachEndHasItsHop() async throws {
        try await withPromises { store in
            let dismissed = try await store.show(.sample("dismissed"))
            try await store.commit(.response(.dismiss(dismissed.id)))
            let told = try await store.show(.sample("told"))
            let dismiss = NotificationAction.dismissIdentifier
            try await store.commit(.response(.respond(told.id, id: "r", action: dismiss, text: nil)))
            try await store.show(.sample("replaced"))
            try await store.show(.sample("replaced"), as: [.list])
            try await store.show(.sample("withdrawn"))
            let removal = StoreOperation.notification(.removeDelivered("com.a", identifiers: ["withdrawn"]))
            try await store.commit(removal, origin: .app("com.a"))
            #expect(try await hops("dismissed", in: store) == ["stored banner", "dismissed"])
            #expect(try await hops("told", in: store) == ["stored banner", "dismissed"])
            #expect(try await hops("replaced", in: store) == ["stored banner", "replaced", "stored list"])
            #expect(try await hops("withdrawn", in: store) == ["stored banner", "withdrawn app"])
        }
    }

    @Test func whatShowsNoBannerSaysWhy() async throws {
        try await withPromises { store in
            for (identifier, presentation) in [("list", [.list]), ("nothing", [])]
                as [(String, Set<NotificationPresentationOption>)]
            {
                let delivery = NotificationDelivery(
                    scheduled: try await store.keep(.sample(identifier)),
                    presentation: presentation,
                    isLate: false,
                    next: nil,
                    withheld: presentation.isEmpty ? .notAllowed : .quietHours
                )
                try await store.commit(.notification(.deliver(delivery)))
            }
            #expect(try await hops("list", in: store) == ["stored list", "withheld quiet-hours"])
            #expect(try await hops("nothing", in: store) == ["withheld not-allowed"])
        }
    }

    @Test func aSurfaceIsNotedOnceForEachDelivery() async throws {
        try await withPromises { store in
            let record = try await store.show(.sample("x"))
            for _ in 1...3 { try await note(.shown(on: .desktop), of: record.id, in: store) }
            try await store.show(.sample("x"))
            try await note(.shown(on: .desktop), of: record.id, in: store)
            #expect(
                try await hops("x", in: store) == ["stored banner", "shown", "replaced", "stored banner", "shown"]
            )
            // Nothing is known of a notification that never was.
            try await note(.shown(on: .desktop), of: DeliveredID(rawValue: 99), in: store)
            #expect(try await events("99", in: store).isEmpty)
        }
    }

    @Test func aPushBeginsAtTheCloudAndWaitsForItsBody() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store in
            date.advance(by: 5)
            try await receive(.sample("push-1", message: "message-1"), in: store)
            date.advance(by: 1)
            try await store.merge([.sample("message-1")])
            try await store.bodyArrived("message-1")
            let record = try #require(try await deliver("push-1", in: store))
            for name in ["push-1", "mess", "\(record.id)"] {
                let events = try await events(name, in: store)
                #expect(events.map(\.kind) == [.accepted, .taken, .bodyFetched, .stored], "\(name)")
                #expect(events.map(\.date) == [.sample(0), .sample(5), .sample(6), .sample(6)])
                #expect(events.allSatisfy { $0.push == "push-1" })
            }
            // The same push again is no other hop.
            try await receive(.sample("push-1", message: "message-1"), in: store)
            #expect(try await events("push-1", in: store).count == 4)
        }
    }

    @Test func pushesOfOneIdentifierHaveTracesOfTheirOwn() async throws {
        try await withPromises { store in
            for push in ["push-1", "push-2"] {
                try await receive(.sample(push, identifier: "scores"), in: store)
                _ = try await deliver("scores", in: store)
            }
            #expect(try await hops("push-1", in: store) == ["accepted", "taken", "stored banner", "replaced"])
            #expect(try await hops("push-2", in: store) == ["accepted", "taken", "stored banner"])
            #expect(try await hops("scores", in: store).count == 7)
            // The beginning stands for both, and is not guessed at.
            #expect(try await store.read { try $0.traces(named: "push", of: nil, takesPrefix: true).count } == 2)
        }
    }

    @Test func aPushThatShowsNothingSaysWhy() async throws {
        try await withPromises(now: { .sample(10) }) { store in
            try await receive(.sample("late", expires: 9), in: store)
            #expect(try await hops("late", in: store) == ["accepted", "taken", "expired"])
            try await store.commit(.cloud(.pushAnswered("com.a", id: "known", sequence: 1, epoch: "e")))
            try await receive(.sample("known"), in: store)
            #expect(try await hops("known", in: store) == ["accepted", "taken", "withheld answered"])
            try await receive(.sample("here"), in: store)
            _ = try await deliver("here", in: store)
            try await store.commit(.cloud(.pushAnswered("com.a", id: "here", sequence: 2, epoch: "e")))
            #expect(try await hops("here", in: store) == ["accepted", "taken", "stored banner", "withdrawn elsewhere"])
        }
    }

    @Test func tracesAreBounded() async throws {
        try await withPromises { store in
            for _ in 1...(TraceTable.notificationLimit) { try await store.show(.sample("often")) }
            #expect(try await events("often", in: store).count == TraceTable.notificationLimit)
            #expect(try await hops("often", in: store).last == "stored banner")

            try await store.show(.sample("other", of: "com.b"))
            let count = TraceTable.appLimit + 100
            for begin in stride(from: 0, to: count, by: 500) {
                let pushes = (begin..<min(begin + 500, count)).map { number in
                    StoreOperation.cloud(.receivePush(.sample("push \(number)", shows: false)))
                }
                try await store.commit(StoreTransaction(pushes, origin: .host))
            }
            #expect(try await hops("push \(count - 1)", in: store) == ["accepted", "taken"])
            #expect(try await hops("push 0", in: store).isEmpty)
            // What one app does in great numbers leaves the traces of others alone.
            #expect(try await hops("other", in: store) == ["stored banner"])
        }
    }

    @Test func whatIsOldIsForgotten() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store in
            try await store.show(.sample("old"))
            date.advance(by: TraceTable.lifetime + 1)
            let oldest = date.value - TraceTable.lifetime
            #expect(try await events("old", in: store, since: oldest).isEmpty)
            for number in 1...16 { try await store.show(.sample("new \(number)")) }
            #expect(try await events("old", in: store).isEmpty)
        }
    }

    @Test func aTraceIsRemovedWithItsApp() async throws {
        try await withPromises { store in
            try await store.commit(.install("com.a"), .install("com.b"))
            try await store.show(.sample("x"))
            try await store.show(.sample("y", of: "com.b"))
            try await store.commit(.app(.uninstall("com.a", keepsData: false)))
            #expect(try await events("x", in: store).isEmpty)
            #expect(try await hops("y", in: store) == ["stored banner"])
        }
    }

    @Test func anIdentifierOfSeveralAppsIsFoundForEach() async throws {
        try await withPromises { store in
            try await store.show(.sample("daily"))
            try await store.show(.sample("daily", of: "com.b"))
            #expect(try await store.read { try $0.traces(named: "daily", of: nil, takesPrefix: true).count } == 2)
            #expect(try await events("daily", in: store, of: "com.b").count == 1)
            #expect(try await events("dail", in: store, of: "com.b").count == 1)
            #expect(try await store.read { try $0.traces(named: "dail", of: nil, takesPrefix: false) } == [])
        }
    }

    @Test func aTraceReportsNoChange() async throws {
        try await withPromises { store in
            let record = try await store.show(.sample("x"))
            let revision = store.revision
            let changes = try await store.changes { try await note(.shown(on: .terminal), of: record.id, in: store) }
            #expect(changes.isEmpty && store.revision == revision)
        }
    }
}
