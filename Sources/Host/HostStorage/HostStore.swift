package import FoundationEssentials
package import Logging
import SQLiteSupport

/// A state folder, open: the host's promises and its caches.
///
/// One host holds a folder at a time. `promises.sqlite` keeps what was acknowledged; `caches.sqlite` may be deleted at
/// any time and is made anew when it is missing, damaged, or belongs to other promises.
package final class HostStore: Sendable {
    /// What was acknowledged and must survive.
    package let durable: DurableStore
    /// What can be fetched or made again.
    package let caches: CacheStore
    /// The bodies of messages.
    package let messageFiles: MessageFiles
    private let lock: FolderLock<StoreError>

    /// Opens a state folder, and makes it first if it is missing.
    ///
    /// The folder gets mode 0700 and every file in it 0600.
    ///
    /// - Parameters:
    ///   - folder: The folder's absolute path; the folder above it must exist.
    ///   - logger: Receives a notice when the caches had to be made anew, and an error for each promise that cannot be
    ///     read.
    ///   - now: The time, for dates that the store notes itself.
    /// - Throws: ``StoreError`` with code `locked` if another host holds the folder, `newerSchema` if a newer version
    ///   of Today wrote to it, `unavailable` or `diskFull` if it cannot be read or written.
    package init(
        folder: String,
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StoreError) {
        try PrivateFile.makeFolder(at: folder)
        lock = try FolderLock(folder: folder, name: "host.lock", for: "A host")
        durable = try DurableStore(path: folder + "/promises.sqlite", logger: logger, now: now)
        caches = try CacheStore(path: folder + "/caches.sqlite", epoch: durable.epoch, logger: logger, now: now)
        messageFiles = try MessageFiles(folder: folder + "/messages")
    }

    /// Finishes what waits, closes both databases and gives the folder free.
    ///
    /// Operations that come later fail with code `closed`. A second call does nothing.
    package func close() async {
        await durable.close()
        await caches.close()
        lock.release()
    }
}

/// Private files, with this store's error.
typealias PrivateFile = SQLiteSupport.PrivateFile<StoreError>
