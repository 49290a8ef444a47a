package import FoundationEssentials
import GRDB
package import Logging
import SQLiteSupport
package import TodayProtocol

/// The store of all data that the host acknowledges, with one writer, one commit counter and one change feed.
///
/// Transactions and reads run on one queue in the order in which they were enqueued. Transactions that wait at the same
/// time share one commit, which is on disk (`synchronous=FULL`) before any of them is acknowledged; each one is atomic,
/// so that a refused transaction fails alone. For each transaction that changed something, in this order, the observers
/// are called, ``revision`` advances, and the completion is called.
package final class DurableStore: Sendable {
    /// The default of the database's largest size, in bytes.
    package static let defaultMaximumSize = 1 << 30
    /// The default limit for the data of each app in the database, in bytes.
    package static let defaultAppBytes = 64 << 20

    /// Random name of this database, which never changes.
    package let epoch: String
    /// Limit for the data of each app in the database, in bytes; its processes cannot add data beyond it.
    package let appBytes: Int

    let database: DatabaseQueue
    /// A read-only connection for long reads.
    private let searches: DatabaseQueue
    /// A read-only connection for short reads that do not wait for the writer.
    private let committed: DatabaseQueue
    private let queue = WriterQueue<WriterJob, StoreError>(capacity: 65_536, groupSize: 1024)
    private let counter: RevisionCounter
    private let observers = ObserverList()
    private let now: @Sendable () -> Date
    private let damage: DamageLog
    private let reserve: SpaceReserve?
    private let freePages: FreePages

    /// Opens the database with mode 0600 and migrates it; creates it if it is missing.
    ///
    /// The logger receives an error for each row that is skipped because it cannot be read.
    ///
    /// - Throws: ``StoreError`` with code `newerSchema` if a newer version of Today wrote to it, `unavailable` or
    ///   `diskFull` if it cannot be read or written.
    package init(
        path: String,
        appBytes: Int = DurableStore.defaultAppBytes,
        reserve: SpaceReserve? = nil,
        logger: Logger? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StoreError) {
        try PrivateFile<StoreError>.make(at: path)
        self.now = now
        self.appBytes = appBytes
        self.reserve = reserve
        damage = DamageLog(logger: logger)
        do {
            database = try DurableSchema.open(path: path)
            freePages = FreePages(writer: database, damage: damage)
            let start = try database.write { database in try DurableSchema.begin(in: database) }
            epoch = start.epoch
            counter = RevisionCounter(startingAt: start.revision)
            searches = try DurableSchema.openForReading(path: path, label: "searches")
            committed = try DurableSchema.openForReading(path: path, label: "committed")
        } catch {
            throw StoreError(translating: error, doing: "opening \(path)")
        }
    }

    // MARK: - Revisions and observers

    /// The last commit that all observers have received.
    package var revision: Revision { counter.published }

    /// Allocates a revision for a change outside the store.
    ///
    /// It is greater than all earlier ones, including those of commits that are not published yet. A stream that
    /// resumes by revision needs the revisions in the order of the change feed and uses ``StoreOperation/announce(_:)``
    /// instead.
    package func nextRevision() -> Revision {
        let revision = counter.next()
        if counter.neededReservation != nil { enqueue(StoreTransaction([], origin: .host)) { _ in } }
        return revision
    }

    /// Calls a closure with every commit from now on.
    ///
    /// The calls are made on the writer, in commit order, before ``revision`` advances and before the completion. The
    /// closure must return quickly, must not block and must not wait for this store.
    package func observe(_ observer: @escaping @Sendable (Commit) -> Void) -> ObservationToken {
        observers.add(observer)
    }

    // MARK: - Writing

    /// Enqueues a transaction; its position in the order is fixed when this returns.
    ///
    /// An empty transaction only waits for earlier ones. The completion is called once, on the writer, in commit order,
    /// when the change is on disk and reported; it must return quickly and must not block. If the store is closed or
    /// overloaded, it is called before this returns.
    package func enqueue(
        _ transaction: StoreTransaction,
        completion: @escaping @Sendable (Result<CommitReceipt, StoreError>) -> Void
    ) {
        switch queue.add(.write(transaction, completion)) {
        case .startsWriter: startWriter()
        case .waits: break
        case .refused(let error): completion(.failure(error))
        }
    }

    /// Applies a transaction and returns when it is on disk and reported; if it fails, nothing was applied.
    ///
    /// Cancelling the task does not undo it.
    @discardableResult
    package func commit(_ transaction: StoreTransaction) async throws(StoreError) -> CommitReceipt {
        try await withCheckedContinuation { continuation in
            enqueue(transaction) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Applies operations as one transaction, like ``commit(_:)``.
    @discardableResult
    package func commit(
        _ operations: StoreOperation...,
        origin: ChangeOrigin = .host
    ) async throws(StoreError) -> CommitReceipt {
        try await commit(StoreTransaction(operations, origin: origin))
    }

    // MARK: - Reading

    /// Enqueues a read; it includes every transaction enqueued before it.
    ///
    /// The body reads on the writer, and is called a second time if the disk fails. The completion is called once, on
    /// the writer, after all data that was read is on disk.
    package func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (DurableReader) throws -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        let job = WriterJob.read { reader in
            let result = reader.flatMap { reader in
                do {
                    return .success(try body(reader))
                } catch {
                    return .failure(StoreError(translating: error, doing: "reading"))
                }
            }
            return { completion(result) }
        }
        switch queue.add(job) {
        case .startsWriter: startWriter()
        case .waits: break
        case .refused(let error): completion(.failure(error))
        }
    }

    /// Reads a state that includes every transaction enqueued earlier.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (DurableReader) throws -> Value
    ) async throws(StoreError) -> Value {
        try await withCheckedContinuation { continuation in
            enqueueRead(body) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Reads the last state that is on disk, which includes every transaction acknowledged earlier.
    ///
    /// It runs on the caller's thread and does not wait for the writer, however busy that is: it is meant for reads
    /// with every request of a page, which would otherwise wait for two thread switches. The reader's revision is a
    /// lower bound. Use it only for a few rows: such reads run one at a time and block the thread.
    package func readCommitted<Value>(_ body: (DurableReader) throws -> Value) throws(StoreError) -> Value {
        let revision = counter.published
        do {
            return try committed.read { try body(DurableReader(database: $0, revision: revision, damage: damage)) }
        } catch {
            throw StoreError(translating: error, doing: "reading")
        }
    }

    // MARK: - Searching

    /// Enqueues a search, which is a long read on a connection of its own, concurrent with commits and other reads.
    ///
    /// It includes every transaction enqueued before it, and possibly later ones; its reader's revision is a lower
    /// bound. Searches run one at a time. The completion is called once.
    package func enqueueSearch<Value: Sendable>(
        _ body: @escaping @Sendable (DurableReader) throws -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        enqueueRead { reader in
            reader.revision
        } completion: { [searches, damage] result in
            let revision: Revision
            do throws(StoreError) { revision = try result.get() } catch { return completion(.failure(error)) }
            searches.asyncRead { database in
                let result = Result {
                    try body(DurableReader(database: try database.get(), revision: revision, damage: damage))
                }
                completion(result.mapError { StoreError(translating: $0, doing: "searching") })
            }
        }
    }

    /// Performs a search like ``enqueueSearch(_:completion:)``.
    package func search<Value: Sendable>(
        _ body: @escaping @Sendable (DurableReader) throws -> Value
    ) async throws(StoreError) -> Value {
        try await withCheckedContinuation { continuation in
            enqueueSearch(body) { continuation.resume(returning: $0) }
        }.get()
    }

    // MARK: - Size and end

    /// Limits the size of the database; a write beyond it fails with code `diskFull`, now or later.
    package func setMaximumSize(bytes: Int) async throws(StoreError) {
        do {
            try await database.writeWithoutTransaction { database in
                try DurableSchema.setMaximumSize(bytes, in: database)
            }
        } catch {
            throw StoreError(translating: error, doing: "bounding the database's size")
        }
    }

    /// Completes pending jobs and closes the database; later ones fail with code `closed`.
    package func close() async {
        queue.close()
        // After this barrier every search is enqueued on its own connection.
        await database.barrier()
        await searches.finish()
        await committed.finish()
        await database.finish()
    }

    private func startWriter() {
        database.asyncWriteWithoutTransaction {
            [queue, counter, observers, now, damage, reserve, appBytes, freePages] database in
            let writer = GroupWriter(
                database: database,
                counter: counter,
                observers: observers,
                now: now,
                damage: damage,
                reserve: reserve,
                appBytes: appBytes
            )
            queue.drain { writer.perform($0) }
            freePages.giveBackIfMany(in: database)
        }
    }
}
