package import Foundation
import Glibc
import Host
package import HostModel
import HostStorage
import SessionBus
import TodayProtocol

/// Writes a state into an encrypted file, also while a host uses it.
package enum StateBackup {
    /// Writes the backup to a file that does not exist yet, and returns its size in bytes.
    ///
    /// The bundles of apps, which can be installed again, are left out unless `withApps` is set.
    package static func write(
        _ place: StateLocation,
        to path: String,
        passphrase: String,
        withApps: Bool,
        version: String,
        date: Date,
        environment: [String: String]
    ) async throws(HostError) -> Int {
        let bus = SessionBusAddress(environment: environment)
        let keychainKey = try await keychainKey(KeychainKeyStore(stateFolder: place.stateDirectory, sessionBus: bus))
        // The file gets its final name once it is complete.
        let unfinished = "\(path).\(UInt32.random(in: .min ... .max)).part"
        let output = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else { throw failure(path) }
        defer { unlink(unfinished) }
        do {
            let handle = FileHandle(fileDescriptor: output, closeOnDealloc: true)
            var writer = try SealedWriter(to: handle, passphrase: passphrase)
            try BackupContents.pack(
                place,
                version: version,
                keychainKey: keychainKey,
                withApps: withApps,
                date: date
            ) {
                try writer.append($0)
            }
            try writer.finish()
            let size = Int(try handle.offset())
            guard link(unfinished, path) == 0 else { throw failure(path) }
            return size
        } catch let error as HostError {
            throw error
        } catch let error as StoreError {
            throw HostError(.stateUnavailable, error.text, cause: error)
        } catch {
            throw HostError(.stateUnavailable, "\(path) cannot be written; is there space left?", cause: error)
        }
    }

    /// Reads the key of the keychain, without which nobody could read the secrets in a backup.
    private static func keychainKey(_ keys: KeychainKeyStore) async throws(HostError) -> Data? {
        do throws(KeychainKeyError) { return try await keys.read() } catch {
            throw HostError(.stateUnavailable, "\(error.message) \(error.remedy)", cause: error)
        }
    }

    private static func failure(_ path: String) -> HostError {
        HostError(.stateUnavailable, "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
}
