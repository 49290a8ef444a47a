package import FoundationEssentials
package import Logging
import SQLiteSupport

/// An open state folder: the host's durable store, its caches and the bodies of messages.
///
/// Only one host at a time can open a folder. `promises.sqlite` holds acknowledged data; `caches.sqlite` may be deleted
/// at any time and is recreated if it is missing, damaged or belongs to another durable store.
package final class HostStore: Sendable {
    package let durable: DurableStore
    package let caches: CacheStore
    package let messageFiles: MessageFiles
    private let lock: FolderLock<StoreError>

    /// Opens a state folder, and creates it if it is missing.
    ///
    /// The folder gets mode 0700, and every file in it 0600.
    ///
    /// - Parameters:
    ///   - folder: The folder's absolute path; its parent must exist.
    ///   - logger: Receives a notice when the caches were recreated, and an error for each damaged row of the durable
    ///     store.
    ///   - now: Returns the current time, for the dates that the store records.
    /// - Throws: ``StoreError`` with code `locked` if another host holds the folder, `newerSchema` if a newer version
    ///   of Today wrote to it, `unavailable` or `diskFull` if it cannot be read or written.
    package init(
        folder: String,
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StoreError) {
        try PrivateFile<StoreError>.makeFolder(at: folder)
        lock = try FolderLock(folder: folder, name: "host.lock", for: "A host")
        durable = try DurableStore(path: folder + "/promises.sqlite", logger: logger, now: now)
        caches = try CacheStore(path: folder + "/caches.sqlite", epoch: durable.epoch, logger: logger, now: now)
        messageFiles = try MessageFiles(folder: folder + "/messages")
    }

    /// Completes pending operations, closes both databases and releases the folder.
    ///
    /// Later operations fail with code `closed`. A second call does nothing.
    package func close() async {
        await durable.close()
        await caches.close()
        lock.release()
    }
}
