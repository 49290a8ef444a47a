import HostModel
import HostStorage
import Testing
import TodayTestSupport

@Suite struct WebTests {
    @Test func settingsAreKeptReplacedAndRemoved() async throws {
        try await withPromises { store async throws in
            try await store.commit(.setting(.set(key: "web.port", value: "8080")))
            try await store.commit(.setting(.set(key: "web.port", value: "8081")))
            #expect(try await store.read { try $0.setting("web.port") } == "8081")
            try await store.commit(.setting(.remove(key: "web.port")))
            #expect(try await store.read { try $0.setting("web.port") } == nil)
            #expect(await refusal { try await store.commit(.setting(.set(key: "", value: ""))) } == .invalid)
        }
    }

    @Test func sessionsBeginAreSeenAndEnd() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            let start = date.value
            try await store.commit(.session(.begin(tokenHash: "h1")))
            date.advance(by: 60)
            try await store.commit(.session(.begin(tokenHash: "h2")), .session(.touch(tokenHash: "h1")))
            let session = try #require(try await store.read { try $0.session(tokenHash: "h1") })
            #expect(session.created == start)
            #expect(session.lastSeen == date.value)
            try await store.commit(.session(.end(tokenHash: "h1")))
            #expect(try await store.read { try $0.sessions().map(\.tokenHash) } == ["h2"])
            date.advance(by: 60)
            try await store.commit(.session(.endAll(seenBefore: date.value)))
            #expect(try await store.read { try $0.sessions() } == [])
            let gone = try await store.commit(.session(.touch(tokenHash: "h1")))
            #expect(gone.outcomes == [.unchanged])
        }
    }

    @Test func aClockThatIsSetBackChangesNoDateAndEndsNoSession() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            for number in 0..<100 { try await store.commit(.session(.begin(tokenHash: "h\(number)"))) }
            let seen = date.value
            date.advance(by: -300 * 86_400)
            for _ in 1...2 { try await store.commit(.session(.touch(tokenHash: "h1"))) }
            #expect(try await store.commit(.session(.touch(tokenHash: "h1"))).outcomes == [.unchanged])
            try await store.commit(.session(.begin(tokenHash: "h1")), .session(.begin(tokenHash: "new")))
            let sessions = try await store.read { try $0.sessions() }
            #expect(sessions.first { $0.tokenHash == "h1" }?.lastSeen == seen, "it was last seen earlier than before")
            #expect(sessions.contains { $0.tokenHash == "new" }, "what has just begun has ended")
            #expect(sessions.count == 100)
        }
    }

    @Test func aDeviceHasANameAndRights() async throws {
        try await withPromises { store async throws in
            try await store.commit(.session(.begin(tokenHash: "h1", browser: "Firefox")))
            try await store.commit(.session(.begin(tokenHash: "h2", name: "Wall", rights: .view)))
            let first = try #require(try await store.read { try $0.session(tokenHash: "h1") })
            #expect(first.rights == .change && first.name == nil && first.label == "Firefox")
            let second = try #require(try await store.read { try $0.session(tokenHash: "h2") })
            #expect(second.rights == .view && second.label == "Wall")

            try await store.commit(.session(.rename(tokenHash: "h1", name: "Phone")))
            try await store.commit(.session(.setRights(tokenHash: "h1", rights: .act)))
            let again = try await store.commit(
                .session(.setRights(tokenHash: "h1", rights: .act)),
                .session(.rename(tokenHash: "h1", name: "Phone"))
            )
            #expect(again.outcomes == [.unchanged, .unchanged])
            let changed = try #require(try await store.read { try $0.session(tokenHash: "h1") })
            #expect(changed.rights == .act && changed.label == "Phone")
            let entries = try await store.read { try $0.auditEntries(limit: 10) }
            #expect(entries.map(\.kind) == [.deviceRightsChanged, .signedIn, .signedIn])
            #expect(entries.map(\.detail) == ["Phone, rights: act, before: change", "Wall, rights: view", "Firefox"])

            let long = String(repeating: "é", count: 65)
            for name in ["", long, "a\nb"] {
                let rename = StoreOperation.session(.rename(tokenHash: "h1", name: name))
                #expect(await refusal { try await store.commit(rename) } == .invalid)
                let begin = StoreOperation.session(.begin(tokenHash: "h3", name: name))
                #expect(await refusal { try await store.commit(begin) } == .invalid)
            }
            let gone = StoreOperation.session(.setRights(tokenHash: "h3", rights: .view))
            #expect(await refusal { try await store.commit(gone) } == .notFound)
        }
    }

    @Test func howOftenADeviceIsSeenIsRemembered() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            func contact(_ session: String = "phone") async throws -> DeviceContact? {
                try await store.read { try $0.session(tokenHash: session)?.contact }
            }
            try await store.commit(.session(.begin(tokenHash: "phone")))
            date.advance(by: 5 * 86_400)
            try await store.commit(.session(.begin(tokenHash: "desk")), .session(.touch(tokenHash: "phone")))
            #expect(try await contact()?.usualGap == 5 * 86_400)
            #expect(try await store.commit(.session(.dismissSilences)).outcomes == [.unchanged])

            date.advance(by: 15 * 86_400)
            #expect(try await contact()?.isReported(at: date.value) == true)
            let changes = try await store.changes { try await store.commit(.session(.dismissSilences)) }
            #expect(changes == [[.sessions]])
            #expect(try await contact()?.isReported(at: date.value) == false)
            #expect(try await contact()?.isSilent(at: date.value) == true)
            #expect(try await store.commit(.session(.dismissSilences)).outcomes == [.unchanged])
            // The next silence is reported again.
            try await store.commit(.session(.touch(tokenHash: "phone")))
            #expect(try await contact() == DeviceContact(lastSeen: date.value, usualGap: 15 * 86_400))
            #expect(try await contact("desk")?.isSilenceDismissed == true)
        }
    }

    @Test func theSessionNotSeenForLongestGivesWay() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            for number in 0..<101 {
                date.advance(by: 1)
                try await store.commit(.session(.begin(tokenHash: "h\(number)")))
            }
            #expect(try await store.read { try $0.sessions().count } == 100)
            #expect(try await store.read { try $0.session(tokenHash: "h0") } == nil)
            #expect(try await store.read { try $0.session(tokenHash: "h100") } != nil)
        }
    }
}
