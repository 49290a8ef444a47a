package import FoundationEssentials
import GRDB
import SQLiteSupport
import Synchronization

/// The state of a cloud: apps, people, devices, channels, pushes, schedules, inboxes and the devices' events.
///
/// It is one SQLite file today and is written so that PostgreSQL can take its place: SQL stands in this module alone,
/// every transaction is short, every list is paged by key, and nothing here knows of HTTP. Writes that wait at the same
/// time share one commit, which is on disk (`synchronous=FULL`) before any of them is acknowledged; each is still
/// atomic by itself. Reads run beside the writer and see every acknowledged write.
///
/// What it can do is told in extensions, one a subject.
package final class CloudStore: Sendable {
    /// How many rows a page of a list has at most.
    package static let pageLimit = 1000

    /// Names this database for as long as it exists: sequence numbers of another one mean nothing here.
    package let epoch: String

    /// The folder that the database is in.
    let folderPath: String

    private let database: DatabasePool
    private let queue = WriterQueue<WriteJob, CloudStoreError>(capacity: 16_384, groupSize: 256)
    /// Large changes of attributes, one at a time of each app.
    let attributeChangeQueue = AppTurns()
    private let now: @Sendable () -> Date
    private let observer = Mutex<(@Sendable ([DeviceEvent]) -> Void)?>(nil)
    private let topicObserver = Mutex<(@Sendable ([PublishedMessage]) -> Void)?>(nil)

    /// Opens the database and brings its schema up to date; makes both first if they are missing.
    ///
    /// Several processes may have it open at a time; each is told of its own commits alone.
    ///
    /// - Parameters:
    ///   - path: The database file. It gets mode 0600.
    ///   - now: The time, for dates that the store notes itself.
    /// - Throws: ``CloudStoreError`` with code `newerSchema` if a newer version of Today wrote to it, `unavailable` or
    ///   `diskFull` if it cannot be read or written.
    package init(path: String, now: @escaping @Sendable () -> Date = { Date() }) throws(CloudStoreError) {
        try PrivateFile.make(at: path)
        self.now = now
        folderPath = PrivateFile.folder(of: path)
        do {
            database = try CloudSchema.open(path: path)
            let row = try database.read { try $0.row("SELECT epoch FROM counter") }
            guard let name: String = row?["epoch"] else {
                throw CloudStoreError(.unavailable, "\(path) is no database of a cloud.")
            }
            epoch = name
        } catch {
            throw CloudStoreError(translating: error, doing: "opening \(path)")
        }
    }

    /// Tells a closure of the events of every commit from now on; a second one takes the first one's place.
    ///
    /// It is called on the writer, in commit order, before the write that caused them is acknowledged. It must be
    /// quick, must not block and must not wait for this store.
    package func observeEvents(_ observer: @escaping @Sendable ([DeviceEvent]) -> Void) {
        self.observer.withLock { $0 = observer }
    }

    /// Tells a closure of the messages of topics that every commit from now on publishes, as ``observeEvents(_:)`` does.
    package func observeTopics(_ observer: @escaping @Sendable ([PublishedMessage]) -> Void) {
        topicObserver.withLock { $0 = observer }
    }

    /// Finishes what waits and closes the database; what comes later fails with code `closed`.
    package func close() async {
        queue.close()
        await database.finish()
    }

    /// A number that changes when another process has written to the database.
    ///
    /// Only the writer's connection can tell. It is asked in the turn of a write: whoever asked past the queue would wait
    /// until nothing waits there, which may be never.
    ///
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func externalWriteVersion() async throws(CloudStoreError) -> Int64 {
        try await write { context in try context.database.row("PRAGMA data_version")?[0] ?? 0 }
    }

    /// The database's settings that durability rests on, as SQLite reports them.
    package func durabilitySettings() async throws(CloudStoreError) -> [String: String] {
        do {
            return try await database.durabilitySettings()
        } catch {
            throw CloudStoreError(translating: error, doing: "reading its settings")
        }
    }

    // MARK: - For this module's extensions

    /// Writes, and returns when it is on disk and told.
    ///
    /// Cancelling the task does not take it back. `body` may be called a second time if the disk fails.
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

    /// Reads what is on disk at one moment.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(CloudStoreError) -> Value {
        do {
            return try await database.read(body)
        } catch {
            throw CloudStoreError(translating: error, doing: "reading")
        }
    }

    /// The time, as the store notes it.
    var currentDate: Date { now() }

    private func startWriter() {
        database.asyncWriteWithoutTransaction { [queue, now, self] database in
            let committer = GroupCommitter(database: database, now: now) { context in
                if !context.events.isEmpty { self.observer.withLock { $0 }?(context.events) }
                if !context.published.isEmpty { self.topicObserver.withLock { $0 }?(context.published) }
            }
            queue.drain { committer.perform($0) }
        }
    }
}
