import FoundationEssentials
import HostModel
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// The outbox of pushes to browsers, which is filled in the commit that delivers or withdraws a notification.
@Suite struct BrowserPushTests {
    private static func subscription(_ session: String, endpoint: String? = nil) -> BrowserSubscription {
        BrowserSubscription(
            session: session,
            endpoint: endpoint ?? "https://push.example.org/\(session)",
            publicKey: Data([4]),
            secret: Data([1]),
            origin: "https://today.example.org",
            language: "en"
        )
    }

    /// Runs a test on a store with two browsers that are signed in, of which the first is subscribed.
    private func withBrowsers(_ body: (DurableStore, SettableDate) async throws -> Void) async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store in
            for session in ["a", "b"] { try await store.commit(.session(.begin(tokenHash: session))) }
            try await store.commit(.browserPush(.subscribe(Self.subscription("a"))))
            try await body(store, date)
        }
    }

    private func next(_ store: DurableStore, of session: String = "a") async throws -> BrowserPush? {
        try await store.read { try $0.nextBrowserPush(of: session) }
    }

    @discardableResult
    private func note(_ operation: BrowserPushOperation, in store: DurableStore) async throws -> OperationOutcome? {
        try await store.commit(.browserPush(operation)).outcomes.first
    }

    @Test func aNotificationWithABannerWaitsForEachSubscribedBrowser() async throws {
        try await withBrowsers { store, date in
            let record = try await store.show(.sample("x"))
            let push = try #require(try await next(store))
            #expect(push.kind == .show && push.notification == record.id && push.identifier == "x")
            #expect(push.revision == record.revision && push.date == date.value && !push.mayBeShown)
            #expect(push.subscription == Self.subscription("a") && push.rights == .change)
            #expect(try await next(store, of: "b") == nil)
            #expect(try await store.read { try $0.waitingBrowsers().map(\.session) } == ["a"])
            try await store.show(.sample("y"), as: [.list])
            try await note(.begin(push), in: store)
            try await note(.accept(push), in: store)
            #expect(try await next(store) == nil)
            #expect(try await store.read { try $0.waitingBrowsers() } == [])
        }
    }

    @Test func whatWasNotSentIsForgottenWhenItIsWithdrawn() async throws {
        try await withBrowsers { store, _ in
            let record = try await store.show(.sample("x"))
            let push = try #require(try await next(store))
            try await store.commit(.respond(to: record.id, id: "r"))
            #expect(try await next(store) == nil)
            // Who read it before may not send it any more.
            #expect(try await note(.begin(push), in: store) == .unchanged)
        }
    }

    @Test func whatMayBeShownIsClosedWhenItIsWithdrawn() async throws {
        try await withBrowsers { store, _ in
            let record = try await store.show(.sample("x"))
            let push = try #require(try await next(store))
            #expect(try await note(.begin(push), in: store) == .changed)
            try await store.commit(.respond(to: record.id, id: "r"))
            // The answer of the push service comes too late to count.
            #expect(try await note(.accept(push), in: store) == .unchanged)
            let close = try #require(try await next(store))
            #expect(close.kind == .close && close.mayBeShown && close.identifier == "x")
            try await note(.accept(close), in: store)
            #expect(try await next(store) == nil)
        }
    }

    @Test func aQuestionWhoseAskerHasGoneIsShownAgainWhereItMayBeShownAndNowhereElse() async throws {
        try await withBrowsers { store, _ in
            try await store.commit(.browserPush(.subscribe(Self.subscription("b"))))
            var question = ScheduledNotification.sample("x")
            question.request.content.asker = .waiting
            try await store.show(question)
            let push = try #require(try await next(store))
            try await note(.begin(push), in: store)
            try await note(.accept(push), in: store)
            try await store.commit(.notification(.endWait("com.a", identifier: "x")))
            let again = try #require(try await next(store))
            #expect(again.kind == .show && again.notification == push.notification && again.revision > push.revision)
            #expect(try await next(store, of: "b") == nil)
        }
    }

    @Test func aNewerNotificationOfTheIdentifierTakesThePlaceOfAPush() async throws {
        try await withBrowsers { store, _ in
            let old = try await store.show(.sample("x", title: "Old"))
            let first = try #require(try await next(store))
            try await note(.begin(first), in: store)
            try await store.commit(.respond(to: old.id, id: "r"))
            let new = try await store.show(.sample("x", title: "New"))
            #expect(new.id != old.id)
            // Nothing closes the old one, since the new one has the same tag.
            let push = try #require(try await next(store))
            #expect(push.kind == .show && push.notification == new.id && push.mayBeShown)
            try await note(.accept(push), in: store)
            #expect(try await next(store) == nil)
            // One that is replaced without a banner is removed.
            try await store.show(.sample("x", title: "Quiet"), as: [.list])
            #expect(try await next(store)?.kind == .close)
        }
    }

    @Test func whatIsNotSentIsRemovedWhereItMayBeShown() async throws {
        try await withBrowsers { store, _ in
            try await store.show(.sample("x"))
            try await note(.drop(#require(try await next(store))), in: store)
            #expect(try await next(store) == nil)
            try await store.show(.sample("x"))
            let push = try #require(try await next(store))
            try await note(.begin(push), in: store)
            let again = try #require(try await next(store))
            try await note(.drop(again), in: store)
            #expect(try await next(store)?.kind == .close)
        }
    }

    @Test func aFailedAttemptHoldsUpOnlyItsBrowserUntilAMessageIsAccepted() async throws {
        try await withBrowsers { store, date in
            try await store.commit(.browserPush(.subscribe(Self.subscription("b"))))
            try await store.show(.sample("x"))
            let later = date.value.addingTimeInterval(60)
            try await note(.postpone(session: "a", until: later), in: store)
            let push = try #require(try await next(store))
            #expect(push.attempts == 1 && push.nextAttempt == later)
            #expect(try await next(store, of: "b")?.attempts == 0)
            try await note(.begin(push), in: store)
            try await note(.accept(push), in: store)
            try await store.show(.sample("y"))
            #expect(try await next(store)?.attempts == 0)
        }
    }

    @Test func aSubscriptionEndsWithItsSessionAndWithItsEndpoint() async throws {
        try await withBrowsers { store, _ in
            try await store.show(.sample("x"))
            let other = BrowserPushOperation.unsubscribe(session: "a", endpoint: "https://other", because: .service)
            #expect(try await note(other, in: store) == .unchanged)
            // The same browser, paired again.
            let again = Self.subscription("b", endpoint: Self.subscription("a").endpoint)
            try await note(.subscribe(again), in: store)
            #expect(try await store.read { try $0.browserSubscription(of: "a") } == nil)
            #expect(try await next(store) == nil)
            #expect(try await note(.subscribe(again), in: store) == .unchanged)
            try await store.show(.sample("y"))
            #expect(try await next(store, of: "b") != nil)
            try await store.commit(.session(.end(tokenHash: "b")))
            #expect(try await store.read { try $0.browserSubscription(of: "b") } == nil)
            #expect(try await next(store, of: "b") == nil)
            #expect(await refusal { try await note(.subscribe(again), in: store) } == .notFound)
        }
    }

    @Test func theAuditLogHasEachSubscriptionAndItsEnd() async throws {
        try await withBrowsers { store, date in
            func contact() async throws -> DeviceContact? {
                try await store.read { try $0.session(tokenHash: "a")?.contact }
            }
            try await store.commit(.session(.rename(tokenHash: "a", name: "Phone")))
            // What a page sends again, or in another language, is the same subscription.
            var renewed = Self.subscription("a")
            renewed.language = "de"
            try await note(.subscribe(renewed), in: store)
            for end in [BrowserPushOperation.End.person, .unseen, .service] {
                try await note(.unsubscribe(session: "a", because: end), in: store)
                #expect(try await contact()?.pushesEnded == (end == .service ? date.value : nil))
                try await note(.subscribe(Self.subscription("a")), in: store)
            }
            let entries = try await store.read { try $0.auditEntries(limit: 20) }.reversed()
                .filter { $0.kind == .pushesSubscribed || $0.kind == .pushesEnded }
            #expect(
                entries.map { "\($0.kind.rawValue): \($0.detail)" } == [
                    "pushes-subscribed: ", "pushes-ended: Phone, switched off there", "pushes-subscribed: Phone",
                    "pushes-ended: Phone, not seen for too long", "pushes-subscribed: Phone",
                    "pushes-ended: Phone, ended by the push service", "pushes-subscribed: Phone",
                ]
            )
            try await store.commit(.session(.touch(tokenHash: "a")))
            #expect(try await contact()?.pushesEnded == nil)
        }
    }

    @Test func changesAreReported() async throws {
        try await withBrowsers { store, _ in
            let changes = try await store.changes {
                try await store.commit(.deliver(store.keep(.sample("x"))))
            }
            #expect(changes.last?.contains(.browserPushes) == true)
            let push = try #require(try await next(store))
            let later = try await store.changes {
                try await note(.postpone(session: "a", until: push.date), in: store)
                try await note(.unsubscribe(session: "a", because: .person), in: store)
            }
            #expect(later == [[.browserPushes], [.browserPushes]])
        }
    }
}
