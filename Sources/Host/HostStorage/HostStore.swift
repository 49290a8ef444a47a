package import FoundationEssentials
import Glibc
package import Logging
import SQLiteSupport
import TodayProtocol

/// An open state folder: the host's durable store, its caches and the bodies of messages.
///
/// Only one host at a time can open a folder. `promises.sqlite` holds acknowledged data; `caches.sqlite` may be deleted
/// at any time and is recreated if it is missing, damaged or belongs to another durable store.
package final class HostStore: Sendable {
    package let durable: DurableStore
    package let caches: CacheStore
    package let messageFiles: MessageFiles
    package let reserve: SpaceReserve
    private let lock: FolderLock<StoreError>

    /// Opens a state folder, creating it if it is missing; its path is absolute, and its parent must exist.
    ///
    /// The folder gets mode 0700, and every file in it 0600. A staged restore is completed first. The logger receives a
    /// notice when the caches are recreated, and an error for each damaged row of the durable store.
    ///
    /// - Throws: ``StoreError`` with code `locked` if another host holds the folder, `newerSchema` if a newer version
    ///   of Today wrote to it, or `unavailable` or `diskFull` if it cannot be read or written.
    package init(
        folder: String,
        appBytes: Int = DurableStore.defaultAppBytes,
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StoreError) {
        try PrivateFile<StoreError>.makeFolder(at: folder)
        lock = try FolderLock(folder: folder, name: "host.lock", for: "A host")
        if let previous = try StagedRestore(folder: folder).completeWithLock(now: now()) {
            logger.notice("A backup was restored", metadata: ["previous": "\(previous)"])
        }
        try Self.checkThatDatabaseIsNotLost(in: folder)
        reserve = SpaceReserve(folder: folder)
        durable = try Self.openDatabase(in: folder, appBytes, reserve, logger, now)
        caches = try CacheStore(path: folder + "/caches.sqlite", epoch: durable.epoch, logger: logger, now: now)
        messageFiles = try MessageFiles(folder: folder + "/messages")
        reserve.fill()
    }

    private static func openDatabase(
        in folder: String,
        _ appBytes: Int,
        _ reserve: SpaceReserve,
        _ logger: Logger,
        _ now: @escaping @Sendable () -> Date
    ) throws(StoreError) -> DurableStore {
        let path = folder + "/promises.sqlite"
        do throws(StoreError) {
            return try DurableStore(path: path, appBytes: appBytes, reserve: reserve, logger: logger, now: now)
        } catch {
            // SQLite reports an I/O error for a file that it cannot enlarge.
            guard error.code == .diskFull || SpaceReserve.isFull(folder), reserve.release() else {
                guard error.code == .unavailable, DatabaseCheck.problem(at: path) != nil else { throw error }
                let message = "\(error.message) Nothing was changed. \(remedy(in: folder))"
                throw StoreError(.unavailable, message, cause: error)
            }
            logger.error("The disk is full; the host uses the space that it has reserved")
            return try DurableStore(path: path, appBytes: appBytes, reserve: reserve, logger: logger, now: now)
        }
    }

    /// Returns the folder in a state folder with copies of apps, or else the one with data of apps; `nil` if both are
    /// empty.
    package static func traceOfApps(in folder: String) -> String? {
        ["\(folder)/apps", "\(folder)/groups"].first { PrivateFile<StoreError>.hasEntries($0) }
    }

    /// Refuses to create a database in a folder in which apps were: the host would delete the apps and lose other
    /// data.
    ///
    /// - Throws: ``StoreError`` with code `unavailable` if the database is missing or empty in such a folder.
    private static func checkThatDatabaseIsNotLost(in folder: String) throws(StoreError) {
        var information = stat()
        let path = "\(folder)/promises.sqlite"
        let isMissing = stat(path, &information) != 0 && errno == ENOENT
        guard isMissing || information.st_size == 0, let trace = traceOfApps(in: folder) else { return }
        throw StoreError(
            .unavailable,
            """
            \(path) is \(isMissing ? "missing" : "empty"), but there are apps or their data in \(trace). Nothing was \
            changed. \
            \(remedy(in: folder))
            """
        )
    }

    private static func remedy(in folder: String) -> String {
        let copy =
            DailyCopies(folder: folder).all.first
            .map { ", or the host's own copy of \($0.date): today restore --daily-copy" } ?? ""
        return """
            Put a backup in its place: today restore FILE\(copy). To start afresh, move \(folder) to another place and start \
            again.
            """
    }

    /// Completes pending operations, closes both databases and releases the folder; later operations fail.
    package func close() async {
        await durable.close()
        await caches.close()
        lock.release()
    }
}
