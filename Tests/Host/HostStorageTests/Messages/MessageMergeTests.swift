import FoundationEssentials
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// What a list of the cloud does to an inbox.
@Suite struct MessageMergeTests {
    @Test func newMessagesComeChangedOnesChangeAndMissingOnesGo() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("b", sent: 2), .sample("a", sent: 1)])
            #expect(try await store.listed() == ["b", "a"])
            #expect(try await store.number() == 2)
            let changes = try await store.changes {
                try await store.merge([
                    .sample("c", sent: 3), .sample("b", title: "New", subtitle: "Sub", sent: 2, isRead: true),
                ])
            }
            #expect(try await store.listed() == ["c", "b"])
            #expect(try await store.number() == 1)
            let changed = try await store.read { try $0.message("b", of: "com.a") }
            #expect(changed?.title == "New")
            #expect(changed?.subtitle == "Sub")
            #expect(changed?.isRead == true)
            #expect(changes == [[.messageRemoved("com.a", "a"), .badge("com.a"), .messages("com.a")]])
        }
    }

    @Test func aMessageComesBackAsItWas() async throws {
        try await withPromises { store async throws in
            var remote = RemoteMessage.sample("m", title: "T", subtitle: "S", sent: 1.5, expires: 9_000_000_000)
            remote.icon = "https://example.org/i.png"
            remote.contentType = "text/markdown"
            remote.bodyURL = "https://example.org/b"
            remote.extra["ä"] = "\u{0}\n\""
            try await store.merge([remote])
            let message = try await store.read { try $0.message("m", of: "com.a") }
            #expect(
                message
                    == Message(
                        id: "m",
                        title: "T",
                        subtitle: "S",
                        sent: .sample(1.5),
                        expires: .sample(9_000_000_000),
                        isRead: false,
                        icon: "https://example.org/i.png",
                        contentType: "text/markdown",
                        hasBody: false,
                        extra: remote.extra
                    )
            )
            let missing = try await store.read { try $0.missingBodies(of: "com.a") }
            #expect(missing.map(\.url) == ["https://example.org/b"])
        }
    }

    @Test func theSameListChangesNothingAndIsToldToNobody() async throws {
        try await withPromises { store async throws in
            let list = [RemoteMessage.sample("a"), .sample("b", isRead: true)]
            try await store.merge(list)
            let changes = try await store.changes { () async throws in
                #expect(try await store.apply(.merge("com.a", list, lastModified: "w")) == .unchanged)
            }
            #expect(changes.isEmpty)
            #expect(try await store.read { try $0.inbox(of: "com.a").lastModified } == "w")
        }
    }

    @Test func messagesOfOneSecondKeepTheOrderOfTheList() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("z"), .sample("a"), .sample("m")])
            #expect(try await store.listed() == ["z", "a", "m"])
        }
    }

    @Test func appsHaveInboxesOfTheirOwn() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("m", sent: 1)])
            try await store.merge([.sample("m", sent: 2), .sample("n", sent: 0)], of: "com.b")
            try await store.apply(.delete("com.b", ["m"]))
            #expect(try await store.listed() == ["m"])
            #expect(try await store.listed(of: "com.b") == ["n"])
            #expect(try await store.read { try $0.unreadTotal() } == 2)
            let all = try await store.read { try $0.messages(of: nil, limit: 9) }
            #expect(all.entries.map(\.app) == ["com.a", "com.b"])
            #expect(all.unread == 2)
        }
    }

    // MARK: - What the person did

    @Test func whatThePersonDidWinsUntilTheCloudHasShownThatItKnows() async throws {
        try await withPromises { store async throws in
            let list = [RemoteMessage.sample("r"), .sample("u", isRead: true), .sample("d"), .sample("other")]
            try await store.merge(list)
            try await store.apply(.read("com.a", ["r"], true))
            try await store.apply(.read("com.a", ["u"], false))
            try await store.apply(.delete("com.a", ["d"]))
            try await store.merge(list)
            #expect(try await store.listed() == ["r", "u", "other"])
            #expect(try await store.number() == 2)

            // A list that is under way while the cloud is told must not undo it.
            let asOf = store.revision
            for change in try await store.read({ try $0.unsyncedChanges(of: "com.a") }) {
                try await store.apply(
                    .synced("com.a", change.message, change.kind, generation: change.generation)
                )
            }
            #expect(try await store.read { try $0.unsyncedChanges(of: "com.a") }.isEmpty)
            try await store.apply(.merge("com.a", list, lastModified: nil, asOf: asOf))
            #expect(try await store.listed() == ["r", "u", "other"])
            #expect(try await store.number() == 2)

            // From now on the cloud decides.
            try await store.apply(
                .merge("com.a", [.sample("r"), .sample("u", isRead: true)], lastModified: nil, asOf: store.revision)
            )
            #expect(try await store.listed() == ["r", "u"])
            let read = try await store.read { try $0.messages(of: "com.a", limit: 9).messages.map(\.isRead) }
            #expect(read == [false, true])
        }
    }

    @Test func onlyTheLastChangeOfAMessageIsToldAndOnlyThatOneEndsIt() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("a"), .sample("b")])
            try await store.apply(.read("com.a", ["a"], true))
            let first = try #require(try await store.read { try $0.unsyncedChanges(of: "com.a") }.first)
            try await store.apply(.read("com.a", ["a", "b", "gone"], false))
            try await store.apply(.read("com.a", ["a"], true))
            try await store.apply(.read("com.a", ["b"], true))
            try await store.apply(.delete("com.a", ["b", "b", "gone"]))
            let changes = try await store.read { try $0.unsyncedChanges(of: "com.a") }
            #expect(changes.map(\.message) == ["a", "b"])
            #expect(changes.map(\.kind) == [.read, .delete])
            #expect(
                try await store.apply(.synced("com.a", "a", .read, generation: first.generation)) == .unchanged
            )
            #expect(try await store.read { try $0.unsyncedChanges(of: "com.a") } == changes)
        }
    }

    @Test func thatTheCloudWasToldIsNoChangeOfAnInbox() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("a")])
            try await store.apply(.read("com.a", ["a"], true))
            let change = try #require(try await store.read { try $0.unsyncedChanges(of: "com.a") }.first)
            let before = store.revision
            let changes = try await store.changes {
                try await store.apply(.synced("com.a", "a", .read, generation: change.generation))
            }
            #expect(changes == [[.messageChangesSynced("com.a")]])
            #expect(store.revision > before)
        }
    }

    @Test func markingWhatIsMarkedChangesNothing() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("a", isRead: true)])
            #expect(try await store.apply(.read("com.a", ["a", "gone"], true)) == .unchanged)
            #expect(try await store.apply(.delete("com.a", ["gone"])) == .unchanged)
            #expect(try await store.apply(.read("com.none", ["a"], true)) == .unchanged)
            #expect(try await store.read { try $0.unsyncedChanges(of: "com.a") }.isEmpty)
        }
    }

    // MARK: - Time

    @Test func whatIsOverGoesAndDoesNotComeBack() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            let list = [RemoteMessage.sample("soon", expires: 10), .sample("later", expires: 20), .sample("never")]
            try await store.merge(list)
            #expect(try await store.read { try $0.nextMessageExpiry() } == .sample(10))
            #expect(try await store.apply(.expire) == .unchanged)
            date.advance(by: 10)
            // Until it is taken away it counts and is listed: there is one number.
            #expect(try await store.number() == 3)
            #expect(try await store.apply(.expire) == .changed)
            #expect(try await store.listed() == ["later", "never"])
            #expect(try await store.number() == 2)
            try await store.merge(list)
            #expect(try await store.listed() == ["later", "never"])
            #expect(try await store.read { try $0.nextMessageExpiry() } == .sample(20))
        }
    }

    // MARK: - Fetching

    @Test func anInboxStaysDirtyIfItBecameSoWhileTheListWasUnderWay() async throws {
        try await withPromises { store async throws in
            try await store.apply(.inboxStale("com.a"))
            try await store.apply(.inboxStale("com.b"))
            #expect(try await store.read { try $0.staleInboxes() } == ["com.a", "com.b"])
            let asOf = store.revision
            try await store.apply(.inboxStale("com.b"))
            try await store.apply(.merge("com.a", [], lastModified: "1", asOf: asOf))
            try await store.apply(.merge("com.b", [], lastModified: "1", asOf: asOf))
            #expect(try await store.read { try $0.staleInboxes() } == ["com.b"])
            try await store.apply(.upToDate("com.b", asOf: store.revision))
            #expect(try await store.read { try $0.staleInboxes() }.isEmpty)
            #expect(try await store.read { try $0.inbox(of: "com.b").lastModified } == "1")
        }
    }

    // MARK: - Limits

    @Test func whatIsMalformedOrTooLongHarmsNothingElse() async throws {
        try await withPromises { store async throws in
            let long = String(repeating: "ä", count: 100_000)
            var large = RemoteMessage.sample("large", title: long, subtitle: "a\nb\u{1B}[2J" + long, sent: 1)
            large.icon = "https://" + long
            large.contentType = long
            large.bodyURL = long
            large.extra["x"] = long
            var script = RemoteMessage.sample("script")
            script.icon = "javascript:alert(1)"
            try await store.merge([
                large, script, .sample("script", title: "twice"), .sample(""), .sample("../x"), .sample("a b"),
                .sample(MessageID(String(repeating: "a", count: 129))),
            ])
            #expect(try await store.listed() == ["large", "script"])
            let message = try #require(try await store.read { try $0.message("large", of: "com.a") })
            #expect(message.title.utf8.count == MessageLimits.titleBytes)
            #expect(message.subtitle?.hasPrefix("a b [2J") == true)
            #expect(message.icon == nil)
            #expect(message.contentType == "text/html")
            #expect(message.extra.isEmpty)
            let other = try await store.read { try $0.message("script", of: "com.a") }
            #expect(other?.icon == nil)
            #expect(other?.title == "Title script")
        }
    }

    @Test func ofTooManyMessagesTheNewestStay() async throws {
        try await withPromises { store async throws in
            let count = MessageLimits.messages + 5
            try await store.merge((0..<count).map { .sample(MessageID("m\($0)"), sent: Double(count - $0)) })
            let state = try await store.read { try $0.inbox(of: "com.a") }
            #expect(state.messages == MessageLimits.messages)
            #expect(state.unread == MessageLimits.messages)
            #expect(try await store.listed().first == "m0")
            #expect(try await store.read { try $0.message(MessageID("m\(count - 1)"), of: "com.a") } == nil)
        }
    }
}
