import Crypto
package import Foundation
import HostStorage
import ProcessHost
import SQLiteSupport
package import SessionBus

/// Where the key of the keychain is: in a file of the state folder, or in the Secret Service of the person's session.
///
/// The file `keychain.key`, with mode 0600, is either the key, 32 random bytes, or says under which random number the Secret
/// Service has it. So one rename moves the key, and a key that cannot be read is never taken for one that does not exist.
package struct KeychainKeyStore: Sendable {
    /// Where the key is.
    package enum Place: Hashable, Sendable {
        /// There is none yet.
        case nowhere
        /// In the file: the key.
        case file(Data)
        /// In the Secret Service, under a number of this state folder.
        case secretService(number: String)
    }

    /// The name of the file in the state folder.
    package static let fileName = "keychain.key"
    /// The size of the key in bytes.
    package static let keySize = 32
    /// What stands in the file before the number.
    private static let mark = "secret-service:"
    /// How many hexadecimal digits the number has.
    private static let numberSize = 32

    private let path: String
    private let service: SecretService?

    /// Names the state folder and the session; nothing is read yet.
    ///
    /// - Parameters:
    ///   - stateFolder: The path of the state folder.
    ///   - sessionBus: The bus on which the Secret Service is looked for; `nil` if there is no session.
    package init(stateFolder: String, sessionBus: SessionBusAddress?) {
        path = "\(stateFolder)/\(Self.fileName)"
        service = sessionBus.map { SecretService(at: $0) }
    }

    /// Where the key is.
    ///
    /// - Throws: ``KeychainKeyError`` with code `damagedFile` if the file cannot be read or is something else.
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

    /// Reads the key, wherever it is.
    ///
    /// - Returns: `nil` if there is none yet.
    /// - Throws: ``KeychainKeyError``.
    package func read() async throws(KeychainKeyError) -> Data? {
        switch try place {
        case .nowhere: nil
        case .file(let key): key
        case .secretService(let number): try await read(number)
        }
    }

    /// Makes a key, in the file.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func make() throws(StoreError) -> Data {
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        try PrivateFile<StoreError>.replace(path, with: Array(key))
        return key
    }

    /// Moves a key from the file into the Secret Service.
    ///
    /// It is in the file until the Secret Service has given it back.
    ///
    /// - Returns: Whether it was moved; `false` if there is no session.
    /// - Throws: `SecretServiceError` or `StoreError`; then it stays in the file.
    func moveIntoSecretService(_ key: Data) async throws -> Bool {
        guard let service else { return false }
        let number = (0..<Self.numberSize).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        try await service.store(Array(key), label: "Today keychain", attributes: Self.attributes(number))
        try PrivateFile<StoreError>.replace(path, with: Array("\(Self.mark)\(number)\n".utf8))
        return true
    }

    /// Moves a key that was read from the Secret Service into the file.
    ///
    /// - Throws: `StoreError` if it cannot be written. Something that stays behind in the Secret Service is no error.
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

/// Why the key of the keychain cannot be used.
package struct KeychainKeyError: Error, Hashable, Sendable {
    /// The kinds of failures.
    package enum Code: Hashable, Sendable {
        /// The key is in the Secret Service, which is locked or does not answer; it may later.
        case unavailable
        /// The Secret Service has it no more; only a backup has it.
        case lost
        /// The file is no key; only a backup has it.
        case damagedFile
    }

    /// The kind.
    package var code: Code
    /// One sentence for people, which names no file: a process may be told it.
    package var message: String

    /// Describes a failure.
    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// What a person can do about it.
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
