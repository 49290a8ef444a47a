import AsyncPrimitives
import Crypto
import Foundation
import HostStorage
import Logging
import SessionBus
import Synchronization
import TodayProtocol

/// Encrypts the secrets of the keychain with a key that is not in the database.
///
/// Each secret is sealed with AES-256-GCM under its own random nonce, with its item as authenticated data, so that a
/// sealed secret cannot be used for another item. The key is 32 random bytes, created with the first secret and kept in
/// a ``KeychainKeyStore``. Copies of the database, such as the daily ones, therefore contain no readable secret.
///
/// A new key is kept in the file at first, so that no process waits for the Secret Service; ``run()`` moves it at once.
final class KeychainCipher: HostPart {
    private enum Key {
        /// The key has not been needed yet.
        case unread
        case known(SymmetricKey)
        /// The key is in the Secret Service and could not be read there.
        case unavailable(KeychainKeyError)
    }

    private let keys: KeychainKeyStore
    private let prefersSecretService: Bool
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let key = Mutex(Key.unread)
    private let keyIsNew = Signal()

    /// Creates a cipher, whose key is read when it is first needed; `clock` measures pauses between attempts.
    init(
        keys: KeychainKeyStore,
        prefersSecretService: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger
    ) {
        self.keys = keys
        self.prefersSecretService = prefersSecretService
        self.clock = clock
        self.logger = logger
    }

    /// Encrypts a secret for an item; throws ``KeychainKeyError`` if the key cannot be read, or `StoreError`.
    func seal(_ secret: Data, for item: KeychainItem) throws -> Data {
        guard let key = try key(makesOne: true),
            let sealed = try AES.GCM.seal(secret, using: key, authenticating: Self.name(of: item)).combined
        else { throw StoreError(.unavailable, "A secret cannot be encrypted.") }
        return sealed
    }

    /// Decrypts the secret of an item; `nil` if it was sealed with another key or for another item.
    func open(_ sealed: Data, of item: KeychainItem) throws -> Data? {
        guard let key = try key(makesOne: false), let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return try? AES.GCM.open(box, using: key, authenticating: Self.name(of: item))
    }

    /// Reads the key, and moves it to the preferred place: in a few seconds at most, without waiting for a person.
    ///
    /// A key that cannot be moved stays where it is until the next start, or until the next key is made.
    func prepare() async {
        do {
            switch try keys.place {
            case .nowhere:
                // The person has removed the file of a key that the Secret Service had lost.
                key.withLock { key in
                    if case .unavailable = key { key = .unread }
                }
            case .file(let bytes):
                key.withLock { $0 = .known(SymmetricKey(data: bytes)) }
                guard prefersSecretService else { break }
                do {
                    guard try await keys.moveIntoSecretService(bytes) else { break }
                    logger.notice("The key of the keychain was moved into the keyring of the desktop")
                } catch {
                    let reason =
                        (error as? SecretServiceError)?.message ?? (error as? StoreError)?.message ?? "\(error)"
                    logger.info("The key of the keychain stays in its file", metadata: ["reason": "\(reason)"])
                }
            case .secretService(let number):
                guard let bytes = try await keys.read() else { break }
                let isAgain = key.withLock { key in
                    defer { key = .known(SymmetricKey(data: bytes)) }
                    if case .unavailable = key { return true }
                    return false
                }
                if isAgain { logger.notice("The keychain can be used again") }
                if !prefersSecretService {
                    try await keys.moveIntoFile(bytes, from: number)
                    logger.notice("The key of the keychain was moved into its file")
                }
            }
        } catch let error as KeychainKeyError where error.code == .damagedFile {
            // Each use reads the file again.
            logger.error("The keychain cannot be used", metadata: ["error": "\(error.message)"])
        } catch let error as KeychainKeyError {
            let isFirst = key.withLock { key in
                defer { key = .unavailable(error) }
                if case .unavailable(error) = key { return false }
                return true
            }
            if isFirst { logger.error("The keychain cannot be used", metadata: ["error": "\(error.message)"]) }
        } catch {
            logger.error("The key of the keychain cannot be moved", metadata: ["error": "\(error)"])
        }
    }

    /// Moves new keys to the preferred place, and retries with back-off while the key cannot be read, until the task is
    /// cancelled.
    func run() async {
        var backoff = Backoff(first: .seconds(1), longest: .seconds(60))
        while !Task.isCancelled {
            if case .unavailable = key.withLock({ $0 }) {
                do { try await clock.sleep(for: backoff.next()) } catch { return }
            } else {
                backoff.reset()
                await keyIsNew.wait()
                if Task.isCancelled { return }
            }
            await prepare()
        }
    }

    /// Returns the item as bytes: each part with its length, so that no two items are alike.
    private static func name(of item: KeychainItem) -> Data {
        let parts = [item.accessGroup, item.service, item.account].map { "\($0.utf8.count):\($0)" }
        return Data("Today keychain 1;\(parts.joined())".utf8)
    }

    private func key(makesOne: Bool) throws -> SymmetricKey? {
        try key.withLock { known in
            switch known {
            case .known(let key): return key
            case .unavailable(let error): throw error
            case .unread: break
            }
            let bytes: Data
            switch try keys.place {
            case .file(let key): bytes = key
            case .nowhere:
                guard makesOne else { return nil }
                bytes = try keys.make()
                keyIsNew.raise()
            case .secretService: throw KeychainKeyError.unread
            }
            let key = SymmetricKey(data: bytes)
            known = .known(key)
            return key
        }
    }
}
