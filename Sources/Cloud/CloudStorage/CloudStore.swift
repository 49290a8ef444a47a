import AsyncPrimitives
package import FoundationEssentials
import GRDB
import SQLiteSupport
import Synchronization

/// The state of a cloud: apps, people, devices, channels, pushes, schedules, inboxes and the devices' events.
///
/// It is one SQLite file. Nothing above this module knows SQL: every transaction is short, every list is paged by key,
/// and nothing here depends on HTTP. Writes that wait at the same time share one commit, which is on disk
/// (`synchronous=FULL`) before any of them returns; each is still atomic by itself. Reads run concurrently with the
/// writer and see every write that has returned.
package final class CloudStore: Sendable {
    /// The largest number of rows of a page.
    package static let pageLimit = 1000

    /// The identifier of this database; sequence numbers that were issued under another epoch are invalid.
    package let epoch: String

    let folderPath: String

    let database: DatabasePool
    private let queue = WriterQueue<WriteJob, CloudStoreError>(capacity: 16_384, groupSize: 256)
    /// Runs large changes of attributes one at a time for each app.
    let attributeChangeQueue = KeyedSemaphore<AppNumber>(permits: 1)
    private let now: @Sendable () -> Date
    private let observers = Mutex<[@Sendable (CommittedChanges) -> Void]>([])

    /// Opens the database, with mode 0600, and migrates its schema; creates it if it is missing.
    ///
    /// Several processes may have it open at the same time; the observers of each receive only its own commits.
    ///
    /// - Throws: ``CloudStoreError`` with code `newerSchema` if a newer version of Today wrote to it, `unavailable` or
    ///   `diskFull` if it cannot be read or written.
    package init(path: String, now: @escaping @Sendable () -> Date = { Date() }) throws(CloudStoreError) {
        try CloudPrivateFile.make(at: path)
        self.now = now
        folderPath = CloudPrivateFile.folder(of: path)
        do {
            database = try CloudSchema.open(path: path)
            let name: String? = try database.read { try $0.value("SELECT epoch FROM counter") }
            guard let name else {
                throw CloudStoreError(.unavailable, "\(path) is no database of a cloud.")
            }
            epoch = name
        } catch {
            throw CloudStoreError(translating: error, doing: "opening \(path)")
        }
    }

    /// Adds an observer, which is called with the news of every write that has some from now on.
    ///
    /// It is called on the writer, in commit order, before the write returns, and must not block or wait for this
    /// store.
    package func observe(_ observer: @escaping @Sendable (CommittedChanges) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Performs the waiting writes and closes the database; later writes fail with code `closed`.
    package func close() async {
        queue.close()
        await database.finish()
    }

    /// Returns a number that changes when another process has written to the database; only the writer's connection
    /// knows it, so the call waits in the queue of writes.
    package func externalWriteVersion() async throws(CloudStoreError) -> Int64 {
        try await write { try $0.value("PRAGMA data_version") ?? 0 }
    }

    // MARK: - For this module's extensions

    /// Performs a write, and returns after it is on disk and the observers were called.
    ///
    /// Cancelling the task does not cancel the write. `body` may be called a second time if the disk fails.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (WriteContext) throws -> Value
    ) async throws(CloudStoreError) -> Value {
        let result: Result<Value, CloudStoreError> = await withCheckedContinuation { continuation in
            let job = WriteJob { context in
                let value = try body(context)
                return { continuation.resume(returning: .success(value)) }
            } fail: { error in
                continuation.resume(returning: .failure(error))
            }
            switch queue.add(job) {
            case .startsWriter: startWriter()
            case .waits: break
            case .refused(let error): job.fail(error)
            }
        }
        return try result.get()
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(CloudStoreError) -> Value {
        do {
            return try await database.read(body)
        } catch {
            throw CloudStoreError(translating: error, doing: "reading")
        }
    }

    var currentDate: Date { now() }

    private func startWriter() {
        database.asyncWriteWithoutTransaction { [queue, now, self] database in
            let committer = GroupCommitter(database: database, now: now) { news in
                for observe in self.observers.withLock(\.self) { observe(news) }
            }
            queue.drain { committer.perform($0) }
        }
    }
}
