import Crypto
import Foundation
import HostStorage
import ProcessHost
import SQLiteSupport
import Synchronization

/// Encrypts the secrets of the keychain with a key that is not in the database.
///
/// A secret is sealed with AES-256-GCM under a random nonce of its own. The item where it is stored is authenticated with it,
/// so that a sealed secret is of no use at another place. The key is 32 random bytes in the file `keychain.key` of the state
/// folder, with mode 0600, made when the first secret is stored. Copies of the database, as the daily ones are, therefore have
/// no secret that can be read.
final class KeychainCipher: Sendable {
    /// The name of the file with the key, in the state folder.
    static let keyFile = "keychain.key"
    private static let keySize = 32

    private let folder: String
    private let key = Mutex<SymmetricKey?>(nil)

    /// Names the folder of the key, which is read or made when it is needed.
    init(stateFolder: String) { folder = stateFolder }

    /// Encrypts a secret for an item.
    ///
    /// - Throws: ``StoreError`` with code `unavailable` if the key cannot be read or made.
    func seal(_ secret: Data, for item: KeychainItem) throws -> Data {
        guard let key = try key(makesOne: true),
            let sealed = try AES.GCM.seal(secret, using: key, authenticating: Self.name(of: item)).combined
        else { throw StoreError(.unavailable, "A secret cannot be encrypted.") }
        return sealed
    }

    /// Decrypts the secret of an item.
    ///
    /// - Returns: `nil` if it was sealed with another key or for another item, such as after the file of the key was lost.
    /// - Throws: ``StoreError`` with code `unavailable` if the key cannot be read.
    func open(_ sealed: Data, of item: KeychainItem) throws -> Data? {
        guard let key = try key(makesOne: false), let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return try? AES.GCM.open(box, using: key, authenticating: Self.name(of: item))
    }

    /// The item in bytes: each part with its length, so that no two items are alike.
    private static func name(of item: KeychainItem) -> Data {
        let parts = [item.accessGroup, item.service, item.account].map { "\($0.utf8.count):\($0)" }
        return Data("Today keychain 1;\(parts.joined())".utf8)
    }

    /// The key; `nil` if there is none and none is to be made.
    private func key(makesOne: Bool) throws(StoreError) -> SymmetricKey? {
        try key.withLock { (known) throws(StoreError) in
            if let known { return known }
            let path = "\(folder)/\(Self.keyFile)"
            do throws(SmallFile.Failure) {
                let bytes = try SmallFile.read(path, limit: Self.keySize)
                guard bytes.count == Self.keySize else { throw .tooLarge }
                known = SymmetricKey(data: bytes)
            } catch .missing {
                guard makesOne else { return nil }
                let new = SymmetricKey(size: .bits256)
                try PrivateFile<StoreError>.replace(path, with: new.withUnsafeBytes { Array($0) })
                known = new
            } catch {
                throw StoreError(.unavailable, "The key of the keychain, \(path), cannot be read, or is no key.")
            }
            return known
        }
    }
}
