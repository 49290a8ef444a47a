import Crypto
package import Foundation
import HostStorage
import ProcessHost
import SQLiteSupport
package import SessionBus

/// Stores the key of the keychain, in a file of the state folder or in the Secret Service of the person's session.
///
/// The file `keychain.key`, with mode 0600, holds either the key, 32 random bytes, or the random number under which the
/// Secret Service stores it. One rename therefore moves the key, and an unreadable key is never mistaken for a missing
/// one.
package struct KeychainKeyStore: Sendable {
    package enum Place: Hashable, Sendable {
        case nowhere
        /// The key is in the file.
        case file(Data)
        case secretService(number: String)
    }

    package static let fileName = "keychain.key"
    package static let keySize = 32
    /// The text before the number in the file.
    private static let mark = "secret-service:"
    private static let numberSize = 32

    private let path: String
    private let service: SecretService?

    /// Creates the store of a state folder; `sessionBus` is `nil` if there is no session.
    package init(stateFolder: String, sessionBus: SessionBusAddress?) {
        path = "\(stateFolder)/\(Self.fileName)"
        service = sessionBus.map { SecretService(at: $0) }
    }

    /// Where the key is; throws `damagedFile` if the file cannot be read or is something else.
    package var place: Place {
        get throws(KeychainKeyError) {
            let bytes: [UInt8]
            do throws(SmallFile.Failure) { bytes = try SmallFile.read(path, limit: 128) } catch {
                if error == .missing { return .nowhere }
                throw .damaged
            }
            if bytes.count == Self.keySize { return .file(Data(bytes)) }
            let text = String(decoding: bytes, as: UTF8.self)
            let number = text.dropFirst(Self.mark.count).dropLast()
            guard text == "\(Self.mark)\(number)\n", number.count == Self.numberSize, number.allSatisfy(\.isHexDigit)
            else { throw .damaged }
            return .secretService(number: String(number))
        }
    }

    package func read() async throws(KeychainKeyError) -> Data? {
        switch try place {
        case .nowhere: nil
        case .file(let key): key
        case .secretService(let number): try await read(number)
        }
    }

    func make() throws(StoreError) -> Data {
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        try PrivateFile<StoreError>.replace(path, with: Array(key))
        return key
    }

    /// Moves a key into the Secret Service; it stays in the file until it was read back; `false` without a session.
    func moveIntoSecretService(_ key: Data) async throws -> Bool {
        guard let service else { return false }
        let number = (0..<Self.numberSize).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        try await service.store(Array(key), label: "Today keychain", attributes: Self.attributes(number))
        try PrivateFile<StoreError>.replace(path, with: Array("\(Self.mark)\(number)\n".utf8))
        return true
    }

    /// Moves a key that was read from the Secret Service into the file; something that stays behind is no error.
    func moveIntoFile(_ key: Data, from number: String) async throws(StoreError) {
        try PrivateFile<StoreError>.replace(path, with: Array(key))
        try? await service?.delete(attributes: Self.attributes(number))
    }

    private func read(_ number: String) async throws(KeychainKeyError) -> Data {
        guard let service else { throw .noSession }
        let key: [UInt8]?
        do throws(SecretServiceError) { key = try await service.secret(with: Self.attributes(number)) } catch {
            throw KeychainKeyError(error)
        }
        guard let key, key.count == Self.keySize else {
            throw KeychainKeyError(
                .lost,
                "The keyring of the desktop has lost the key of the keychain, an item named “Today keychain”."
            )
        }
        return Data(key)
    }

    private static func attributes(_ number: String) -> [String: String] {
        ["xdg:schema": "org.today.Keychain", "application": "today", "state": number]
    }
}

package struct KeychainKeyError: Error, Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// The key is in the Secret Service, which is locked or does not answer; it may later.
        case unavailable
        /// The Secret Service no longer has the key; only a backup has it.
        case lost
        /// The file does not contain a key; only a backup has it.
        case damagedFile
    }

    package var code: Code
    /// One sentence for people that names no file, since a process may receive it.
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    package var remedy: String {
        switch code {
        case .unavailable:
            "Log in at the desktop, or unlock its keyring; Today then uses the key by itself."
        case .lost, .damagedFile:
            "Restore a backup with “today restore FILE”, or remove \(KeychainKeyStore.fileName) from the state folder and "
                + "enter the secrets again in the apps."
        }
    }

    static let damaged = Self(.damagedFile, "The key of the keychain cannot be read, or is no key.")
    static let unread = Self(.unavailable, "The key of the keychain has not been read yet.")
    static let noSession = Self(
        .unavailable,
        "The key of the keychain is in the keyring of the desktop, and there is no session with one."
    )

    fileprivate init(_ error: SecretServiceError) {
        self.init(
            .unavailable,
            "The key of the keychain is in the keyring of the desktop, which cannot be used: \(error.message)"
        )
    }
}
