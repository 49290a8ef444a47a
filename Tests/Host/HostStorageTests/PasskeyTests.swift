import Foundation
import HostModel
import HostStorage
import Testing
import TodayTestSupport

/// The passkeys of devices, and what becomes of them when a device signs out, is removed or is paired again.
@Suite struct PasskeyTests {
    /// Adds a passkey with a credential id to a device.
    private static func add(_ id: String, to device: String, signCount: UInt32 = 0) -> StoreOperation {
        .passkey(
            .add(
                device: device,
                credentialID: Data(id.utf8),
                publicKey: Data([4]),
                userHandle: Data("handle \(id)".utf8),
                relyingParty: "today.example.org",
                signCount: signCount
            )
        )
    }

    /// Signs the device of a passkey in.
    private static func signIn(
        _ id: String,
        as token: String,
        signCount: UInt32 = 0,
        browser: String? = nil
    ) -> StoreOperation {
        let id = Passkey.id(of: Data(id.utf8))
        return .passkey(.signIn(id: id, signCount: signCount, tokenHash: token, browser: browser))
    }

    /// Runs a test on a store with the device `a`, which is called Phone, may act and has the passkey `k`.
    private func withPhone(_ body: (DurableStore, SettableDate) async throws -> Void) async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store in
            try await store.commit(.session(.begin(tokenHash: "a", browser: "Chrome", name: "Phone", rights: .act)))
            try await store.commit(Self.add("k", to: "a"))
            try await body(store, date)
        }
    }

    private func sessions(_ store: DurableStore) async throws -> [WebSession] {
        try await store.read { try $0.sessions() }
    }

    private func passkeys(_ store: DurableStore) async throws -> [Passkey] {
        try await store.read { try $0.passkeys() }
    }

    @Test func aDeviceThatSignsOutSignsInAgainWithItsNameAndRights() async throws {
        try await withPhone { store, date in
            let added = try #require(try await passkeys(store).first)
            #expect(added.device == "a" && added.created == date.value && added.lastUsed == nil)
            #expect(added.userHandle == Data("handle k".utf8) && added.relyingParty == "today.example.org")
            try await store.commit(.session(.signOut(tokenHash: "a")))
            let signedOut = try #require(try await sessions(store).first)
            #expect(signedOut.isSignedOut && signedOut.tokenHash != "a" && signedOut.label == "Phone")
            #expect(try await store.read { try $0.session(tokenHash: "a") } == nil)
            date.advance(by: 60)
            try await store.commit(Self.signIn("k", as: "b", signCount: 3, browser: "Chrome, Android"))
            let session = try #require(try await sessions(store).first)
            #expect(try await sessions(store).count == 1)
            #expect(session.tokenHash == "b" && session.name == "Phone" && session.rights == .act)
            #expect(!session.isSignedOut && session.lastSeen == date.value && session.browser == "Chrome, Android")
            let used = try #require(try await passkeys(store).first)
            #expect(used.device == "b" && used.signCount == 3 && used.lastUsed == date.value)
            let entries = try await store.read { try $0.auditEntries(limit: 10) }
            #expect(entries.map(\.kind) == [.signedIn, .signedOut, .passkeyAdded, .signedIn])
            let details = ["Phone, with a passkey, rights: act", "Phone", "Phone", "Phone, rights: act"]
            #expect(entries.map(\.detail) == details)
        }
    }

    @Test func rightsThatWereChangedMeanwhileCount() async throws {
        try await withPhone { store, _ in
            try await store.commit(.session(.signOut(tokenHash: "a")))
            let hash = try #require(try await sessions(store).first).tokenHash
            try await store.commit(.session(.setRights(tokenHash: hash, rights: .view)))
            try await store.commit(Self.signIn("k", as: "b"))
            #expect(try await sessions(store).map(\.rights) == [.view])
        }
    }

    @Test func aPasskeyTakesThePlaceOfItsDevice() async throws {
        try await withPhone { store, _ in
            let subscription = BrowserSubscription(
                session: "a",
                endpoint: "https://push.example.org/a",
                publicKey: Data([4]),
                secret: Data([1]),
                origin: "https://today.example.org",
                language: "en"
            )
            try await store.commit(.browserPush(.subscribe(subscription)))
            try await store.commit(Self.signIn("k", as: "b"))
            #expect(try await sessions(store).map(\.tokenHash) == ["b"])
            #expect(try await store.read { try $0.browserSubscription(of: "b") } == nil)
        }
    }

    @Test func withoutAPasskeyADeviceThatSignsOutIsGone() async throws {
        try await withPhone { store, _ in
            try await store.commit(.session(.begin(tokenHash: "c")))
            try await store.commit(.session(.signOut(tokenHash: "c")))
            #expect(try await sessions(store).map(\.tokenHash) == ["a"])
            let gone = try await store.commit(.session(.signOut(tokenHash: "c")))
            #expect(gone.outcomes == [.unchanged])
        }
    }

    @Test func thePasskeysOfARemovedDeviceEnd() async throws {
        try await withPhone { store, _ in
            try await store.commit(.session(.end(tokenHash: "a")))
            #expect(try await passkeys(store).isEmpty)
            #expect(await refusal { try await store.commit(Self.signIn("k", as: "b")) } == .notFound)
            // And so do those of one that has signed itself out before.
            try await store.commit(.session(.begin(tokenHash: "c")))
            try await store.commit(Self.add("k", to: "c"), .session(.signOut(tokenHash: "c")))
            let hash = try #require(try await sessions(store).first).tokenHash
            try await store.commit(.session(.end(tokenHash: hash)))
            #expect(try await passkeys(store).isEmpty)
            #expect(try await sessions(store).isEmpty)
        }
    }

    @Test func aDeviceThatIsPairedAgainKeepsItsPasskeysAndHasItsNewRights() async throws {
        try await withPhone { store, _ in
            try await store.commit(
                .session(.begin(tokenHash: "b", name: "Tablet", rights: .view, replacing: "a"))
            )
            #expect(try await sessions(store).map(\.tokenHash) == ["b"])
            try await store.commit(.session(.signOut(tokenHash: "b")), Self.signIn("k", as: "c"))
            #expect(try await sessions(store).map(\.rights) == [.view])
            #expect(try await sessions(store).map(\.name) == ["Tablet"])
        }
    }

    @Test func aDeviceThatIsPairedAgainIsNotTheOneTooMany() async throws {
        try await withPhone { store, date in
            for number in 1..<SessionOperation.limit {
                date.advance(by: 1)
                try await store.commit(.session(.begin(tokenHash: "other \(number)")))
            }
            date.advance(by: 1)
            try await store.commit(.session(.begin(tokenHash: "b", replacing: "a")))
            #expect(try await passkeys(store).map(\.device) == ["b"])
            #expect(try await sessions(store).count == SessionOperation.limit)
        }
    }

    @Test func theLastPasskeyOfASignedOutDeviceTakesTheDeviceAlong() async throws {
        try await withPhone { store, _ in
            try await store.commit(Self.add("l", to: "a"), .session(.signOut(tokenHash: "a")))
            try await store.commit(.passkey(.remove(id: Passkey.id(of: Data("k".utf8)))))
            #expect(try await sessions(store).count == 1)
            try await store.commit(.passkey(.remove(id: Passkey.id(of: Data("l".utf8)))))
            #expect(try await sessions(store).isEmpty)
            let gone = try await store.commit(.passkey(.remove(id: "x")))
            #expect(gone.outcomes == [.unchanged])
            let entries = try await store.read { try $0.auditEntries(limit: 2) }
            #expect(entries.map(\.kind) == [.passkeyRemoved, .passkeyRemoved])
        }
    }

    @Test func removingAPasskeySignsNobodyOut() async throws {
        try await withPhone { store, _ in
            try await store.commit(.passkey(.remove(id: Passkey.id(of: Data("k".utf8)))))
            #expect(try await sessions(store).map(\.tokenHash) == ["a"])
        }
    }

    @Test func passkeysAreLimitedForEachDeviceAndInAll() async throws {
        try await withPromises { store in
            for device in 0..<PasskeyOperation.limit / PasskeyOperation.deviceLimit {
                try await store.commit(.session(.begin(tokenHash: "d\(device)")))
                for number in 0..<PasskeyOperation.deviceLimit {
                    try await store.commit(Self.add("k\(device) \(number)", to: "d\(device)"))
                }
                #expect(await refusal { try await store.commit(Self.add("x", to: "d\(device)")) } == .limitExceeded)
            }
            try await store.commit(.session(.begin(tokenHash: "last")))
            #expect(await refusal { try await store.commit(Self.add("x", to: "last")) } == .limitExceeded)
            #expect(try await passkeys(store).count == PasskeyOperation.limit)
        }
    }

    @Test func anIDIsTakenOnceAndADeviceMustBeSignedIn() async throws {
        try await withPhone { store, _ in
            try await store.commit(.session(.begin(tokenHash: "b")))
            #expect(await refusal { try await store.commit(Self.add("k", to: "b")) } == .invalid)
            #expect(await refusal { try await store.commit(Self.add("l", to: "unknown")) } == .notFound)
        }
    }

    @Test(arguments: [(0, 0, true), (0, 1, true), (4, 5, true), (4, 4, false), (4, 0, false)])
    func ofTwoRequestsWithOneSignatureOneIsTaken(stored: UInt32, sent: UInt32, isTaken: Bool) async throws {
        try await withPromises { store in
            try await store.commit(.session(.begin(tokenHash: "a")), Self.add("k", to: "a", signCount: stored))
            let code = await refusal { try await store.commit(Self.signIn("k", as: "b", signCount: sent)) }
            #expect(code == (isTaken ? nil : .invalid))
            #expect(try await sessions(store).map(\.tokenHash) == [isTaken ? "b" : "a"])
        }
    }
}
