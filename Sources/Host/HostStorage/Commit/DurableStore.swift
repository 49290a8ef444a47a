package import FoundationEssentials
import GRDB
package import Logging
import SQLiteSupport
package import TodayProtocol

/// What the host has promised: one writer, one commit counter, one change feed.
///
/// Every operation goes through one queue, in the order in which it was handed in. Operations that wait at the same time
/// share one commit, which is on disk (`synchronous=FULL`) before any of them is acknowledged; each is still
/// atomic by itself, so that one that is refused fails alone. For each transaction that changed something, in order:
/// the observers are told, then ``revision`` moves, then the completion is called.
package final class DurableStore: Sendable {
    /// How large the database may grow unless told otherwise, in bytes.
    package static let defaultMaximumSize = 1 << 30

    /// Names this database for as long as it exists; a new one has another.
    package let epoch: String

    private let database: DatabaseQueue
    /// A connection that only reads, for what takes long.
    private let searches: DatabaseQueue
    private let queue = WriterQueue<WriterJob, StoreError>(capacity: 65_536, groupSize: 1024)
    private let counter: RevisionCounter
    private let observers = ObserverList()
    private let now: @Sendable () -> Date
    private let damage: DamageLog

    /// Opens the database and brings its schema up to date; makes both first if they are missing.
    ///
    /// - Parameters:
    ///   - path: The database file. It gets mode 0600.
    ///   - logger: Receives an error for each row that is passed over because it cannot be read; none keeps silent.
    ///   - now: The time, for dates that the store notes itself.
    /// - Throws: ``StoreError`` with code `newerSchema` if a newer version of Today wrote to it, `unavailable` or
    ///   `diskFull` if it cannot be read or written.
    package init(
        path: String,
        logger: Logger? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StoreError) {
        try PrivateFile.make(at: path)
        self.now = now
        damage = DamageLog(logger: logger)
        do {
            database = try DurableSchema.open(path: path)
            let start = try database.write { database in try DurableSchema.begin(in: database) }
            epoch = start.epoch
            counter = RevisionCounter(startingAt: start.revision)
            searches = try DurableSchema.openForReading(path: path)
        } catch {
            throw StoreError(translating: error, doing: "opening \(path)")
        }
    }

    // MARK: - Revisions and observers

    /// The last commit that every observer has been told of.
    package var revision: Revision { counter.published }

    /// Takes a revision for something that is no promise.
    ///
    /// It is greater than every revision handed out before, also by commits that are not published yet. Who resumes
    /// a stream by revisions needs them in the order of the feed: that is what ``StoreOperation/announce(_:)`` is for.
    package func nextRevision() -> Revision {
        let revision = counter.next()
        if counter.neededReservation != nil { enqueue(StoreTransaction([], origin: .host)) { _ in } }
        return revision
    }

    /// Tells a closure of every commit from now on.
    ///
    /// It is called on the writer, in commit order, before ``revision`` moves and before the commit's completion; it
    /// must be quick, must not block and must not wait for this store.
    package func observe(_ observer: @escaping @Sendable (Commit) -> Void) -> ObservationToken {
        observers.add(observer)
    }

    // MARK: - Writing

    /// Hands a transaction in; its place in the order is taken when this returns.
    ///
    /// - Parameters:
    ///   - transaction: What to change. Without operations it only waits for what was handed in before.
    ///   - completion: Is called once, on the writer, in commit order, when the change is on disk and told; it must be
    ///     quick and must not block. Where the store is closed or overloaded it is called before this returns.
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

    /// Applies a transaction and returns when it is on disk and told.
    ///
    /// Cancelling the task does not take it back.
    ///
    /// - Throws: ``StoreError`` if an operation was refused or the disk failed; nothing of it was applied then.
    @discardableResult
    package func commit(_ transaction: StoreTransaction) async throws(StoreError) -> CommitReceipt {
        try await withCheckedContinuation { continuation in
            enqueue(transaction) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Applies operations and returns when they are on disk and told.
    ///
    /// - Throws: ``StoreError`` if an operation was refused or the disk failed; nothing of it was applied then.
    @discardableResult
    package func commit(
        _ operations: StoreOperation...,
        origin: ChangeOrigin = .host
    ) async throws(StoreError) -> CommitReceipt {
        try await commit(StoreTransaction(operations, origin: origin))
    }

    // MARK: - Reading

    /// Hands a read in; it sees every transaction handed in before it.
    ///
    /// - Parameters:
    ///   - body: Reads, on the writer. It may be called a second time if the disk fails.
    ///   - completion: Is called once, on the writer, after everything that was read is on disk.
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

    /// Reads, and sees every transaction handed in before.
    ///
    /// - Throws: ``StoreError`` if the disk failed, or what `body` throws of that type.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (DurableReader) throws -> Value
    ) async throws(StoreError) -> Value {
        try await withCheckedContinuation { continuation in
            enqueueRead(body) { continuation.resume(returning: $0) }
        }.get()
    }

    // MARK: - Searching

    /// Hands a search in: a read that may take long, beside which commits and other reads go on.
    ///
    /// It sees every transaction handed in before it, and perhaps later ones: of a page of reads, its revision tells up to
    /// where the truth is told at least. Searches are made one after the other.
    ///
    /// - Parameters:
    ///   - body: Reads, on a connection of its own.
    ///   - completion: Is called once, when `body` has returned or the store failed.
    package func enqueueSearch<Value: Sendable>(
        _ body: @escaping @Sendable (DurableReader) throws -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        enqueueRead { reader in
            reader.revision
        } completion: { [searches, damage] turn in
            let revision: Revision
            do throws(StoreError) { revision = try turn.get() } catch { return completion(.failure(error)) }
            searches.asyncRead { database in
                let result = Result {
                    try body(DurableReader(database: try database.get(), revision: revision, damage: damage))
                }
                completion(result.mapError { StoreError(translating: $0, doing: "searching") })
            }
        }
    }

    /// Searches: a read that may take long, beside which commits and other reads go on.
    ///
    /// - Throws: ``StoreError`` if the disk failed, or what `body` throws of that type.
    package func search<Value: Sendable>(
        _ body: @escaping @Sendable (DurableReader) throws -> Value
    ) async throws(StoreError) -> Value {
        try await withCheckedContinuation { continuation in
            enqueueSearch(body) { continuation.resume(returning: $0) }
        }.get()
    }

    // MARK: - Size and end

    /// Bounds the size of the database; what would pass it fails with code `diskFull`.
    ///
    /// A bound below what it holds already only stops it from growing.
    package func setMaximumSize(bytes: Int) async throws(StoreError) {
        do {
            try await database.writeWithoutTransaction { database in
                try DurableSchema.setMaximumSize(bytes, in: database)
            }
        } catch {
            throw StoreError(translating: error, doing: "bounding the database's size")
        }
    }

    /// Finishes what waits and closes the database; what comes later fails with code `closed`.
    package func close() async {
        queue.close()
        // Every search has had its turn on the writer then, and waits for its own connection at most.
        await database.barrier()
        await searches.finish()
        await database.finish()
    }

    /// The database's settings that durability rests on, as SQLite reports them.
    package func durabilitySettings() async throws(StoreError) -> [String: String] {
        do {
            return try await database.durabilitySettings()
        } catch {
            throw StoreError(translating: error, doing: "reading its settings")
        }
    }

    private func startWriter() {
        database.asyncWriteWithoutTransaction { [queue, counter, observers, now, damage] database in
            let writer = GroupWriter(
                database: database,
                counter: counter,
                observers: observers,
                now: now,
                damage: damage
            )
            queue.drain { writer.perform($0) }
        }
    }
}
