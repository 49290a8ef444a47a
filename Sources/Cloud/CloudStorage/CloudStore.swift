import AsyncPrimitives
package import FoundationEssentials
import PrometheusMetrics
import SQLStore
import SQLiteSupport
import Synchronization

/// The state of a cloud: apps, people, devices, channels, pushes, schedules, inboxes and the devices' events.
///
/// It is one SQLite file, or a PostgreSQL database. Nothing above this module knows SQL: every transaction is short, every
/// list is paged by key, and nothing here depends on HTTP. A write is atomic, and on disk before it returns. Reads see
/// every write that has returned.
package final class CloudStore: Sendable {
    /// The largest number of rows of a page.
    package static let pageLimit = 1000

    /// The identifier of this database; sequence numbers that were issued under another epoch are invalid.
    package let epoch: String

    /// The folder for files, such as uploads to topics.
    let folderPath: String
    /// The place of files that are attached to messages of topics, if they are not kept beside the rest.
    let objects: (any AttachmentStore)?

    /// Runs large changes of attributes one at a time for each app.
    let attributeChangeQueue = KeyedSemaphore<AppNumber>(permits: 1)
    /// Acknowledgements that wait for the write of earlier ones.
    let acknowledgements = WriterQueue<Acknowledgement, CloudStoreError>(capacity: 16_384, groupSize: 500)
    /// The number of reads and writes that failed, by the reasons that concern an operator.
    let errors: [CloudStoreError.Code: Counter] = [
        .overloaded: Counter(), .diskFull: Counter(), .unavailable: Counter(),
    ]
    let database: any SQLDatabase
    private let now: @Sendable () -> Date
    private let observers = Mutex<[@Sendable (CommittedChanges) -> Void]>([])

    /// Opens an SQLite file, with mode 0600, and migrates its schema; creates it if it is missing.
    ///
    /// Several processes may have it open at the same time; the observers of each receive only its own commits.
    ///
    /// - Throws: ``CloudStoreError`` with code `newerSchema` if a newer version of Today wrote to it, `unavailable` or
    ///   `diskFull` if it cannot be read or written.
    package init(
        path: String,
        objects: (any AttachmentStore)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CloudStoreError) {
        try CloudPrivateFile.make(at: path)
        self.now = now
        self.objects = objects
        folderPath = CloudPrivateFile.folder(of: path)
        do {
            let database = try SQLiteDatabase<CloudStoreError>(
                path: path,
                label: "today.cloud",
                migrations: CloudSchema.migrations
            )
            epoch = try database.readNow(Self.epoch)
            self.database = database
        } catch {
            throw CloudStoreError(translating: error, doing: "opening \(path)")
        }
    }

    /// Connects to a PostgreSQL database, and migrates its schema; files are in a folder.
    ///
    /// Several clouds may use it at the same time; the observers of each receive only its own commits.
    ///
    /// - Throws: ``CloudStoreError`` with code `newerSchema` if a newer version of Today wrote to it, or `unavailable`.
    package init(
        postgreSQL address: String,
        folder: String,
        objects: (any AttachmentStore)? = nil,
        isMoving: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CloudStoreError) {
        self.now = now
        self.objects = objects
        folderPath = folder
        do {
            let address = try PostgreSQLAddress(address)
            let database = try PostgreSQLDatabase<CloudStoreError>(address, migrations: CloudSchema.migrations)
            guard try isMoving || !database.readNow(SQLMove.isUnderWay) else {
                throw CloudStoreError(
                    .unavailable,
                    "A cloud is being moved into the database; finish that with: today cloud move --to URL"
                )
            }
            epoch = try database.readNow(Self.epoch)
            self.database = database
        } catch let error as CloudStoreError {
            throw error
        } catch {
            throw CloudStoreError(.unavailable, "The PostgreSQL database cannot be opened: \(error)", cause: error)
        }
    }

    /// Opens the database of a state folder: a PostgreSQL database if its address is given, otherwise an SQLite file.
    package convenience init(
        in folder: CloudFolder,
        database address: String?,
        objects: (any AttachmentStore)? = nil
    ) throws(CloudStoreError) {
        if let address {
            try self.init(postgreSQL: address, folder: folder.path, objects: objects)
        } else {
            try self.init(path: folder.databasePath, objects: objects)
        }
    }

    private static func epoch(_ connection: any SQLConnection) throws -> String {
        guard let name: String = try connection.value("SELECT epoch FROM counter") else {
            throw CloudStoreError(.unavailable, "The database is none of a cloud.")
        }
        return name
    }

    /// Adds an observer, which is called with the news of every write that has some from now on.
    ///
    /// It is called on the writer, in commit order, before the write returns, and must not block or wait for this
    /// store.
    package func observe(_ observer: @escaping @Sendable (CommittedChanges) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Performs the waiting writes and closes the database; later writes fail with code `closed`.
    package func close() async { await database.close() }

    /// Returns a number that changes when another process has written to an SQLite file; always 0 with PostgreSQL.
    package func externalWriteVersion() async throws(CloudStoreError) -> Int64 {
        guard let database = database as? SQLiteDatabase<CloudStoreError> else { return 0 }
        do { return try await database.externalWriteVersion() } catch {
            throw CloudStoreError(translating: error, doing: "reading")
        }
    }

    /// Throws an error if the database cannot be read.
    package func checkAccess() async throws(CloudStoreError) {
        _ = try await read { try $0.exists("SELECT 1 FROM counter", []) }
    }

    // MARK: - For this module's extensions

    /// Performs a write, and returns after it is on disk and the observers were called.
    ///
    /// Cancelling the task does not cancel the write. `body` may be called again, if the disk fails or another
    /// transaction is in its way.
    @discardableResult
    func write<Value: Sendable>(
        _ isolation: SQLIsolation = .serializable,
        _ body: @escaping @Sendable (WriteContext) throws -> Value
    ) async throws(CloudStoreError) -> Value {
        let perform: @Sendable (any SQLConnection) throws -> (Value, CommittedChanges) = { [now] connection in
            let context = WriteContext(connection, now: now())
            return (try body(context), context.news)
        }
        do {
            return try await database.write(isolation, perform) { [self] _, news in
                guard news != CommittedChanges() else { return }
                for observe in observers.withLock(\.self) { observe(news) }
            }.0
        } catch {
            throw counted(CloudStoreError(translating: error, doing: "writing"))
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(CloudStoreError) -> Value {
        do {
            return try await database.read(body)
        } catch {
            throw counted(CloudStoreError(translating: error, doing: "reading"))
        }
    }

    private func counted(_ error: CloudStoreError) -> CloudStoreError {
        errors[error.code]?.add()
        return error
    }

    var currentDate: Date { now() }
}
