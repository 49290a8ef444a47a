import Foundation
import HostModel
import HostStorage
import JSON
import JSONRPC
import Logging
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// The keychain as processes use it: who may, what is stored, and what the limits are.
@Suite(.timeLimit(.minutes(5))) struct KeychainTests {
    private static let group = "com.example.keys"

    private func grant(_ fixture: SessionFixture, _ groups: [String] = [group], revoked: Set<AppRightID> = []) {
        var rights = fixture.session.rights
        rights.keychainGroups = groups
        rights.revoked = revoked
        fixture.session.setRights(rights)
    }

    private func set(
        _ fixture: SessionFixture,
        _ secret: String,
        service: String = "api",
        account: String = "me",
        transaction: Int? = nil
    ) async throws {
        _ = try await fixture.process.call(
            KeychainSetRequest(
                accessGroup: Self.group,
                service: service,
                account: account,
                secret: Data(secret.utf8),
                transaction: transaction
            ),
            deadline: .seconds(30)
        )
    }

    private func get(
        _ fixture: SessionFixture,
        service: String = "api",
        account: String = "me"
    ) async throws -> String? {
        let request = KeychainGetRequest(accessGroup: Self.group, service: service, account: account)
        let reply = try await fixture.process.call(request, deadline: .seconds(30))
        return reply.secret.map { String(decoding: $0, as: UTF8.self) }
    }

    private func delete(_ fixture: SessionFixture, service: String = "api", transaction: Int? = nil) async throws {
        _ = try await fixture.process.call(
            KeychainDeleteRequest(
                accessGroup: Self.group,
                service: service,
                account: "me",
                transaction: transaction
            ),
            deadline: .seconds(30)
        )
    }

    private func list(_ fixture: SessionFixture) async throws -> [String] {
        let request = KeychainListRequest(accessGroup: Self.group)
        let items = try await fixture.process.call(request, deadline: .seconds(30)).items
        return items.map { "\($0.service)/\($0.account)" }
    }

    @Test(arguments: [ProcessKind.app, .widget])
    func aSecretIsSetReadReplacedListedAndDeleted(kind: ProcessKind) async throws {
        try await withSession(kind) { fixture in
            grant(fixture)
            #expect(try await get(fixture) == nil)
            try await set(fixture, "first")
            try await set(fixture, "second")
            try await set(fixture, "", service: "a", account: "")
            #expect(try await get(fixture) == "second")
            #expect(try await get(fixture, service: "a", account: "") == "")
            #expect(try await get(fixture, account: "you") == nil)
            #expect(try await list(fixture) == ["a/", "api/me"])
            try await delete(fixture)
            try await delete(fixture)
            #expect(try await get(fixture) == nil)
            #expect(try await list(fixture) == ["a/"])
        }
    }

    @Test func withoutTheEntitlementEachMethodIsRefusedAndARevokedRightIsNamed() async throws {
        try await withSession { fixture in
            let cases: [([String], Set<AppRightID>)] = [
                ([], []), (["com.example.other"], []), ([], [.keychain(Self.group)]),
            ]
            for (granted, revoked) in cases {
                grant(fixture, granted, revoked: revoked)
                let errors = [
                    await expectError(.notEntitled) { try await set(fixture, "s") },
                    await expectError(.notEntitled) { try await get(fixture) },
                    await expectError(.notEntitled) { try await delete(fixture) },
                    await expectError(.notEntitled) { try await list(fixture) },
                ]
                let words = revoked.isEmpty ? "keychain-access-groups" : "keychain:\(Self.group)"
                for error in errors { #expect(error?.message.contains(words) == true) }
            }
        }
    }

    @Test func theUseOfAnAccessGroupIsRecordedOnceAnHour() async throws {
        try await withSession { fixture in
            grant(fixture, [Self.group, "com.example.other"])
            _ = try await get(fixture)
            try await set(fixture, "s")
            try await delete(fixture)
            let other = KeychainGetRequest(accessGroup: "com.example.other", service: "api", account: "me")
            _ = try await fixture.process.call(other, deadline: .seconds(30))
            let entries = try await fixture.store.durable.read { try $0.auditEntries(limit: 10) }
            #expect(entries.map(\.kind) == [.keychainUsed, .keychainUsed])
            let process = SessionFixture.app.rawValue
            #expect(entries.map(\.detail) == ["\(process) used com.example.other", "\(process) used \(Self.group)"])
        }
    }

    @Test func aTransactionStoresSecretsWithItsCommitOrNotAtAll() async throws {
        try await withSession { fixture in
            grant(fixture)
            try await set(fixture, "old")
            let number = fixture.session.transactions.begin()
            try await set(fixture, "new", transaction: number)
            try await delete(fixture, service: "other", transaction: number)
            #expect(try await get(fixture) == "old")
            let transaction = try #require(fixture.session.transactions.end(number))
            #expect(transaction.operations.count == 2)
            await expectError(.transactionOver) { try await set(fixture, "late", transaction: number) }
            let store = fixture.store.durable
            try await store.commit(StoreTransaction(transaction.operations, origin: .host))
            #expect(try await get(fixture) == "new")
        }
    }

    @Test func beyondTheLimitsASecretIsRefusedAndTheMessageDoesNotRepeatIt() async throws {
        try await withSession { fixture in
            grant(fixture)
            try await set(fixture, String(repeating: "s", count: 4096), service: String(repeating: "x", count: 256))
            await expectError(.limitExceeded) { try await set(fixture, String(repeating: "s", count: 4097)) }
            for (service, account) in [
                ("", "me"), (String(repeating: "x", count: 257), "me"), ("hunter2\n", "me"), ("api", "hunter2\u{0}"),
                ("api", String(repeating: "x", count: 257)),
            ] {
                let error = await expectError(.invalidParams) {
                    try await set(fixture, "hunter2", service: service, account: account)
                }
                #expect(error?.message.contains("hunter2") == false)
                await expectError(.invalidParams) { try await get(fixture, service: service, account: account) }
            }
        }
    }

    @Test func aHundredSecretsFitIntoAGroup() async throws {
        try await withPromisesOfKeychain { store in
            func set(_ number: Int, in group: String = Self.group) async throws {
                let item = KeychainItem(accessGroup: group, service: "\(number)", account: "")
                try await store.commit(.keychain(.set(item, sealed: Data([1]))), origin: .host)
            }
            for number in 0..<100 { try await set(number) }
            let error = await #expect(throws: StoreError.self) { try await set(100) }
            #expect(error?.code == .limitExceeded)
            try await set(99)
            try await set(100, in: "com.example.other")
            #expect(try await store.read { try $0.keychainItems(in: Self.group).count } == 100)
        }
    }

    @Test func aFloodIsRefused() async throws {
        try await withSession { fixture in
            grant(fixture)
            for _ in 0..<60 { try await delete(fixture) }
            await expectError(.limitExceeded) { try await delete(fixture) }
            for _ in 0..<100 { _ = try await get(fixture) }
            await expectError(.limitExceeded) { try await get(fixture) }
        }
    }

    // MARK: - At rest

    private func makeCipher(in folder: String) -> KeychainCipher {
        KeychainCipher(
            keys: KeychainKeyStore(stateFolder: folder, sessionBus: nil),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test func theDatabaseHoldsNoSecretAndItsKeyIsAFileOfItsOwn() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let cipher = makeCipher(in: folder)
            let item = KeychainItem(accessGroup: "a", service: "b", account: "c")
            let file = "\(folder)/\(KeychainKeyStore.fileName)"
            #expect(try cipher.open(Data(count: 40), of: item) == nil)
            #expect(!FileManager.default.fileExists(atPath: file), "a key is made when it is needed")
            let sealed = try cipher.seal(Data("hunter2".utf8), for: item)
            let again = try cipher.seal(Data("hunter2".utf8), for: item)
            #expect(sealed != again, "each has a nonce of its own")
            #expect(sealed.range(of: Data("hunter2".utf8)) == nil)
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            // Another run of the host reads the same key.
            let next = makeCipher(in: folder)
            #expect(try next.open(sealed, of: item) == Data("hunter2".utf8))
        }
    }

    @Test func aSealedSecretIsOfNoUseElsewhereOrChangedOrWithAnotherKey() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let cipher = makeCipher(in: folder)
            let item = KeychainItem(accessGroup: "a", service: "b", account: "c")
            let sealed = try cipher.seal(Data("hunter2".utf8), for: item)
            for other in [
                KeychainItem(accessGroup: "x", service: "b", account: "c"),
                KeychainItem(accessGroup: "a", service: "x", account: "c"),
                KeychainItem(accessGroup: "a", service: "bc", account: ""),
                KeychainItem(accessGroup: "a1:b", service: "", account: "c"),
            ] {
                #expect(try cipher.open(sealed, of: other) == nil)
            }
            for index in sealed.indices {
                var changed = sealed
                changed[index] ^= 1
                #expect(try cipher.open(changed, of: item) == nil)
            }
            for count in [0, 11, 27, sealed.count - 1] {
                #expect(try cipher.open(sealed.prefix(count), of: item) == nil)
            }
            try FileManager.default.removeItem(atPath: "\(folder)/\(KeychainKeyStore.fileName)")
            let other = makeCipher(in: folder)
            #expect(try other.open(sealed, of: item) == nil)
            _ = try other.seal(Data(), for: item)
            #expect(try other.open(sealed, of: item) == nil)
        }
    }

    @Test(arguments: [0, 31, 33])
    func aDamagedKeyIsAnErrorAndIsNotReplaced(size: Int) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let file = URL(filePath: "\(folder)/\(KeychainKeyStore.fileName)")
            try Data(count: size).write(to: file)
            let item = KeychainItem(accessGroup: "a", service: "b", account: "c")
            #expect(throws: KeychainKeyError.self) { try makeCipher(in: folder).seal(Data(), for: item) }
            #expect(try Data(contentsOf: file).count == size)
        }
    }

    @Test func aKeyInTheSecretServiceIsNotReplacedWhereThereIsNoSession() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let file = URL(filePath: "\(folder)/\(KeychainKeyStore.fileName)")
            let content = Data("secret-service:0123456789abcdef0123456789abcdef\n".utf8)
            try content.write(to: file)
            let cipher = makeCipher(in: folder)
            let item = KeychainItem(accessGroup: "a", service: "b", account: "c")
            for _ in 0..<2 {
                for use in [{ _ = try cipher.seal(Data(), for: item) }, { _ = try cipher.open(Data(), of: item) }] {
                    let error = #expect(throws: KeychainKeyError.self) { try use() }
                    #expect(error?.code == .unavailable)
                }
                await cipher.prepare()
            }
            #expect(try Data(contentsOf: file) == content)
        }
    }

    @Test(arguments: [
        "secret-service:0123456789abcdef0123456789abcdef", "secret-service:0123456789abcdef0123456789abcde\n",
        "secret-service:0123456789abcdef0123456789abcdeg\n", "Secret-service:0123456789abcdef0123456789abcdef\n",
        "secret-service:\n", "secret-service:0123456789abcdef0123456789abcdef\n\n",
    ])
    func whatIsNeitherAKeyNorANumberIsRefused(text: String) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(KeychainKeyStore.fileName)"))
            let keys = KeychainKeyStore(stateFolder: folder, sessionBus: nil)
            let error = #expect(throws: KeychainKeyError.self) { try keys.place }
            #expect(error?.code == .damagedFile)
        }
    }

    // MARK: - Removing apps

    @Test(arguments: [true, false])
    func secretsGoWithTheLastAppThatHasTheGroup(keepsData: Bool) async throws {
        try await withPromisesOfKeychain { store in
            let claim = Claim(.keychainGroup, Self.group)
            for app in ["com.a", "com.b"] {
                let app = InstalledApp(
                    id: AppID(app),
                    name: app,
                    version: "1",
                    path: "/\(app)",
                    manifest: [:],
                    installed: Date(timeIntervalSince1970: 0)
                )
                let installation = AppOperation.install(app, widgets: [], claims: [claim], consents: [claim])
                try await store.commit(.app(installation), origin: .person)
            }
            let item = KeychainItem(accessGroup: Self.group, service: "api", account: "")
            try await store.commit(.keychain(.set(item, sealed: Data([1]))), origin: .host)
            try await store.commit(.app(.uninstall(AppID("com.a"), keepsData: keepsData)), origin: .person)
            #expect(try await store.read { try $0.sealedSecret(of: item) } != nil)
            try await store.commit(.app(.uninstall(AppID("com.b"), keepsData: keepsData)), origin: .person)
            #expect(try await store.read { try $0.sealedSecret(of: item) != nil } == keepsData)
        }
    }

    private func withPromisesOfKeychain(_ body: (DurableStore) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            let store = try HostStore(folder: folder, logger: logger)
            try await body(store.durable)
            await store.close()
        }
    }
}
