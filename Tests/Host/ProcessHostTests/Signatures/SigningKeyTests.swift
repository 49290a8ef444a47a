import Foundation
import Glibc
import ProcessHost
import Testing
import TodayTestSupport

/// The file of a key for signing.
@Suite struct SigningKeyTests {
    /// The key of RFC 8410, 10.3, as `openssl genpkey -algorithm ed25519` writes one.
    private static let openssl = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
        -----END PRIVATE KEY-----

        """

    private func write(_ text: String, mode: mode_t = 0o600, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file))
        chmod(file, mode)
    }

    @Test func aKeyIsReadBackAndIsItsOwnersAlone() async throws {
        try await withTemporaryDirectory { folder in
            let key = SigningKey()
            try key.write(to: "\(folder)/key")
            #expect(try SigningKey(file: "\(folder)/key").fingerprint == key.fingerprint)
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/key")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let error = #expect(throws: SigningKeyError.self) { try SigningKey().write(to: "\(folder)/key") }
            #expect(error?.message.contains("never replaced") == true)
            #expect(try SigningKey(file: "\(folder)/key").fingerprint == key.fingerprint)
        }
    }

    @Test func aKeyOfAnotherProgramIsRead() async throws {
        try await withTemporaryDirectory { folder in
            try write(Self.openssl, to: "\(folder)/key")
            // That of the public key in 10.1.
            let fingerprint = "SHA256:50TAeRMgwyhUYO3bUj8UyI2FetpGuXpWkNiM+Xi5GR8"
            #expect(try SigningKey(file: "\(folder)/key").fingerprint == fingerprint)
        }
    }

    @Test(arguments: [0o640, 0o604, 0o660] as [mode_t])
    func aKeyThatOthersMayReadIsRefused(mode: mode_t) async throws {
        try await withTemporaryDirectory { folder in
            try write(Self.openssl, mode: mode, to: "\(folder)/key")
            let error = #expect(throws: SigningKeyError.self) { try SigningKey(file: "\(folder)/key") }
            #expect(error?.message.contains("chmod 600") == true)
        }
    }

    @Test(arguments: [
        "", "x", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----\n%%%%\n-----END PRIVATE KEY-----\n",
        String(repeating: "x", count: 5000),
    ])
    func whatIsNoKeyIsRefused(text: String) async throws {
        try await withTemporaryDirectory { folder in
            try write(text, to: "\(folder)/key")
            #expect(throws: SigningKeyError.self) { try SigningKey(file: "\(folder)/key") }
            #expect(throws: SigningKeyError.self) { try SigningKey(file: "\(folder)/none") }
        }
    }
}
