import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import JSON
import Testing

@Suite struct SecretTests {
    @Test func secretsHaveTheFormThatClientsDemand() {
        let secrets = (0..<200).map { _ in Secret.random() }
        #expect(Set(secrets).count == 200)
        for secret in secrets { #expect(secret.wholeMatch(of: /[A-Za-z0-9_-]{22}/) != nil) }
    }

    /// `today inbox delete -ZldeJ3ENc_…` would be parsed as options.
    @Test func noIDLooksLikeAnOption() {
        // The alphabet's last two are `-` and `_`.
        var generator = RepeatingGenerator(values: [62, 63, 0, 62, 63])
        #expect(Secret.random(length: 6, using: &generator) == "A-_-_A")
    }

    @Test func comparingNeedsEveryByte() {
        #expect(Secret.equal([1, 2, 3], [1, 2, 3]))
        #expect(!Secret.equal([1, 2, 3], [1, 2, 4]))
        #expect(!Secret.equal([1, 2, 3], [1, 2]))
        #expect(Secret.equal([UInt8](), [UInt8]()))
    }

    /// RFC 4231, test case 2.
    @Test func aSignatureIsTheStandards() {
        let expected = Data([
            0x5B, 0xDC, 0xC1, 0x46, 0xBF, 0x60, 0x75, 0x4E, 0x6A, 0x04, 0x24, 0x26, 0x08, 0x95, 0x75, 0xC7,
            0x5A, 0x00, 0x3F, 0x08, 0x9D, 0x27, 0x39, 0x83, 0x9D, 0xEC, 0x58, 0xB9, 0x64, 0xEC, 0x38, 0x43,
        ])
        #expect(Secret.signature(of: "what do ya want for nothing?", key: "Jefe") == expected.base64EncodedString())
    }

    @Test func keysStayFromOneStartToTheNext() async throws {
        try await withCloud { fixture async throws in
            let ring = KeyRing(folder: fixture.folder, store: fixture.store)
            #expect(try await ring.prepare() == [fixture.keys])
            let added = try await ring.add(app: "org.test.Other")
            #expect(try await ring.add(app: "org.test.Other") == added)
            #expect(try await ring.prepare() == [fixture.keys, added])
            #expect(try await fixture.store.app(name: "org.test.Other")?.key == added.key)
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.folder.keysPath)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    /// `today cloud keys --add` next to a running cloud, which makes keys too.
    @Test(.timeLimit(.minutes(5))) func keysThatAreMadeAtTheSameTimeAreAllKept() async throws {
        try await withCloud { fixture async throws in
            let store = try CloudStore(path: fixture.folder.databasePath)
            let rings = [
                KeyRing(folder: fixture.folder, store: fixture.store),
                KeyRing(folder: try CloudFolder(path: fixture.folder.path), store: store),
            ]
            // Each app twice, with different key rings.
            let added = try await withThrowingTaskGroup(of: AppKeys.self) { group in
                for index in 0..<24 { group.addTask { try await rings[index % 2].add(app: "org.test.\(index / 2)") } }
                return try await group.reduce(into: Set<AppKeys>()) { $0.insert($1) }
            }
            #expect(added.count == 12)
            let kept = try await KeyRing(folder: fixture.folder, store: fixture.store).prepare()
            #expect(Set(kept) == added.union([fixture.keys]))
            #expect(Set(try await fixture.store.apps().map(\.key)) == Set(kept.map(\.key)))
            await store.close()
        }
    }

    @Test func keysThatAreGoneAreNotReplacedInSilence() async throws {
        try await withCloud { fixture async throws in
            let ring = KeyRing(folder: fixture.folder, store: fixture.store)
            try fixture.folder.writeKeys(Array("{\"apps\": [{\"app\": \"x\"}]}".utf8))
            await #expect(throws: CloudError.self) { try await ring.prepare() }
            try FileManager.default.removeItem(atPath: fixture.folder.keysPath)
            await #expect(throws: CloudError.self) { try await ring.prepare() }
        }
    }

    @Test(arguments: ["", "org test", "a/b", "ü"]) func whatIsNoBundleIdentifierGetsNoKeys(name: String) async throws {
        try await withCloud { fixture async throws in
            let ring = KeyRing(folder: fixture.folder, store: fixture.store)
            let error = await #expect(throws: CloudError.self) { try await ring.add(app: name) }
            #expect(error?.code == .invalid)
        }
    }

    @Test func onlyTheRightSecretProvesAnApp() async throws {
        try await withCloud { fixture async throws in
            let keys = fixture.keys
            let master = try await fixture.cloud.authenticate(key: keys.key, secret: keys.masterSecret)
            #expect(master?.isMaster == true)
            let app = try await fixture.cloud.authenticate(key: keys.key, secret: keys.secret)
            #expect(app?.isMaster == false)
            for (key, secret) in [(keys.key, ""), (keys.key, "x"), ("x", keys.masterSecret), (keys.key, keys.key)] {
                let nobody = try await fixture.cloud.authenticate(key: key, secret: secret)
                #expect(nobody == nil)
            }
        }
    }
}

/// Returns the same numbers again and again.
private struct RepeatingGenerator: RandomNumberGenerator {
    let values: [UInt64]
    private var index = 0

    init(values: [UInt64]) { self.values = values }

    mutating func next() -> UInt64 {
        defer { index += 1 }
        return values[index % values.count]
    }
}
