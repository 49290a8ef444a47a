import Dispatch
package import FoundationEssentials
import GRDB
import Glibc
package import Logging
import SQLiteSupport
import Synchronization
import TodayProtocol

/// The store of data that can be obtained again: snapshots, ledgers and HTTP responses.
///
/// A host starts whatever the state of the file: one that can be neither opened nor recreated, for example because the
/// disk is full, is replaced by an empty database in memory for this run.
///
/// Accesses run one at a time in the order of the calls. If an access finds the file damaged, the file is recreated
/// with a notice in the log, and the access is repeated on the empty file. Cancelling a task does not undo its access.
package final class CacheStore: Sendable {
    let now: @Sendable () -> Date
    private let path: String
    private let epoch: String
    private let logger: Logger
    private let queue = DispatchQueue(label: "today.caches.access")
    private let database: Mutex<DatabaseQueue?>

    /// Opens the file with mode 0600, or recreates it if it is missing, damaged or belongs to another durable store,
    /// whose epoch is given; fails only if not even an empty database in memory can be opened.
    package init(
        path: String,
        epoch: String,
        logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StoreError) {
        self.path = path
        self.epoch = epoch
        self.logger = logger
        self.now = now
        database = Mutex(try Self.openOrReplace(path: path, epoch: epoch, logger: logger))
    }

    private static func openOrReplace(path: String, epoch: String, logger: Logger) throws(StoreError) -> DatabaseQueue {
        do throws(StoreError) { return try open(path: path, epoch: epoch, logger: logger) } catch {
            logger.error("The caches are in memory until the next start", metadata: ["error": "\(error.message)"])
            do {
                return try CacheSchema.openInMemory(epoch: epoch)
            } catch {
                throw StoreError(translating: error, doing: "making a database in memory")
            }
        }
    }

    /// Completes earlier accesses and closes the file; later ones fail with code `closed`.
    package func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                let database = self.database.withLock { $0.take() }
                // Nothing is lost, because every access has committed.
                try? database?.close()
                continuation.resume()
            }
        }
    }

    /// Runs one access in a transaction of its own; it is called a second time if it finds the file damaged.
    func access<Value: Sendable>(
        _ action: String,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.perform(action, body)) }
        }.get()
    }

    /// Runs one access like ``access(_:_:)``, without waiting; a failure is logged.
    func enqueue(_ action: String, _ body: @escaping @Sendable (Database) throws -> Void) {
        queue.async {
            guard case .failure(let error) = self.perform(action, body), error.code != .closed else { return }
            self.logger.error("The caches cannot be written", metadata: ["error": "\(error)"])
        }
    }

    private func perform<Value: Sendable>(
        _ action: String,
        _ body: @Sendable (Database) throws -> Value
    ) -> Result<Value, StoreError> {
        guard let database = database.withLock({ $0 }) else {
            return .failure(.shuttingDown)
        }
        do {
            return .success(try database.write(body))
        } catch let error where Self.isDamage(error) {
            do {
                return .success(try recreate(after: error, closing: database).write(body))
            } catch {
                return .failure(StoreError(translating: error, doing: action))
            }
        } catch {
            return .failure(StoreError(translating: error, doing: action))
        }
    }

    private func recreate(after error: any Error, closing old: DatabaseQueue) throws -> DatabaseQueue {
        logger.notice("The caches are damaged and are made anew", metadata: ["error": "\(error)"])
        // The file is deleted even if the connection does not close.
        try? old.close()
        try PrivateFile<StoreError>.removeDatabase(at: path)
        let new = try Self.open(path: path, epoch: epoch, logger: logger)
        database.withLock { $0 = new }
        return new
    }

    private static func open(path: String, epoch: String, logger: Logger) throws(StoreError) -> DatabaseQueue {
        do {
            try PrivateFile<StoreError>.make(at: path)
            if let database = try CacheSchema.open(path: path, epoch: epoch) { return database }
            logger.notice("The caches belong to another state and are made anew")
        } catch let error where isDamage(error) || isFolder(path) {
            logger.notice("The caches are damaged and are made anew", metadata: ["error": "\(error)"])
        } catch {
            throw StoreError(translating: error, doing: "opening \(path)")
        }
        do {
            try PrivateFile<StoreError>.removeDatabase(at: path)
            try PrivateFile<StoreError>.make(at: path)
            if let database = try CacheSchema.open(path: path, epoch: epoch) { return database }
        } catch {
            throw StoreError(translating: error, doing: "opening \(path)")
        }
        throw StoreError(.unavailable, "\(path) cannot be made anew.")
    }

    private static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns `true` if an error means that the file is damaged, rather than that the disk or the access failed.
    private static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_READONLY, .SQLITE_CANTOPEN: return true
        case .SQLITE_IOERR: return error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
        case .SQLITE_ERROR: return error.message?.hasPrefix("no such table") ?? false
        default: return false
        }
    }
}
