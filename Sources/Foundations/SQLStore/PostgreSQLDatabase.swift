package import AsyncPrimitives
import Dispatch
import Glibc
import PrometheusMetrics
package import SQLiteSupport
import Synchronization

/// A database in a PostgreSQL server, 14 or newer, reached over a pool of connections with one queue each.
///
/// A write is a transaction of its own. One that fails because of others at the same time is repeated, as is one whose
/// connection is lost before its commit was sent. When the connection is lost during the commit, it is not known whether
/// the write was performed, and it fails.
package final class PostgreSQLDatabase<Failure: StoreFailure>: SQLDatabase {
    package var dialect: SQLDialect { .postgreSQL }
    package let activity: DatabaseActivity

    private struct State {
        var idle: [Link]
        var waiting: [@Sendable (Link) -> Void] = []
        var isClosed = false
        /// Called when all links are idle.
        var onIdle: [@Sendable () -> Void] = []
    }

    private let address: PostgreSQLAddress
    private let linkCount: Int
    /// The connection of writes with row locks: those that wait at the same time share one transaction.
    private let groupLink: Link
    private let groups = WriterQueue<QueuedWrite, Failure>(capacity: 16_384, groupSize: 128)
    private let waitingLimit = 16_384
    private let state: Mutex<State>

    /// Connects once, to report what is wrong with the address or the server, and migrates the schema.
    package init(_ address: PostgreSQLAddress, connections: Int = 8, migrations: [SQLMigration]) throws {
        self.address = address
        linkCount = connections
        let activity = DatabaseActivity()
        self.activity = activity
        groupLink = Link(address, name: "today.cloud.groups", activity)
        let links = (0..<connections).map { Link(address, name: "today.cloud.\($0)", activity) }
        state = Mutex(State(idle: links))
        do { try address.connect().migrate(migrations, failingWith: Failure.self) } catch {
            throw Self.failure(error, doing: "connecting to PostgreSQL")
        }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ isolation: SQLIsolation = .serializable,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws -> Value {
        guard isolation == .rowLocks else {
            let begin = "BEGIN ISOLATION LEVEL SERIALIZABLE"
            return try await perform(begin, writes: 1, doing: "writing", body, committed: committed)
        }
        return try await groups.write(body, committed: committed) {
            groupLink.queue.async { [groups, groupLink] in
                groups.drain { groupLink.perform($0) { Self.failure($0, doing: "writing") } }
            }
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await perform(Link.beginReading, doing: "reading", body) { _ in }
    }

    /// Reads at once, on the caller's thread and a connection of its own.
    package func readNow<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        do { return try body(address.connect()) } catch { throw Self.failure(error, doing: "reading") }
    }

    /// Begins to listen to what is sent with `NOTIFY` on a channel.
    package func listen(
        to channel: String,
        _ receive: @escaping @Sendable (ListenerEvent) -> Void
    ) -> PostgreSQLListener {
        PostgreSQLListener(address, channel: channel, receive)
    }

    package var queueLength: Int { groups.count + state.withLock(\.waiting.count) }

    package func close() async {
        groups.close()
        await withCheckedContinuation { continuation in groupLink.queue.async { continuation.resume() } }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                if state.idle.count < linkCount { state.onIdle.append { continuation.resume() } }
                return state.idle.count == linkCount
            }
            if isIdle { continuation.resume() }
        }
        await groupLink.close()
        for link in state.withLock(\.idle) { await link.close() }
    }

    private func perform<Value: Sendable>(
        _ begin: String,
        writes: Int = 0,
        doing action: String,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            run { link in
                do {
                    let value = try link.transaction(begin, writes: writes, body)
                    committed(value)
                    continuation.resume(returning: value)
                } catch {
                    continuation.resume(throwing: Self.failure(error, doing: action))
                }
            } refuse: { failure in
                continuation.resume(throwing: failure)
            }
        }
    }

    // MARK: - The pool

    private enum Admission { case start(Link), wait, refuse(Failure) }

    private func run(_ job: @escaping @Sendable (Link) -> Void, refuse: (Failure) -> Void) {
        let admission = state.withLock { state -> Admission in
            if state.isClosed { return .refuse(.shuttingDown) }
            if let link = state.idle.popLast() { return .start(link) }
            guard state.waiting.count < waitingLimit else {
                return .refuse(Failure(.overloaded, "More than \(waitingLimit) operations wait.", cause: nil))
            }
            state.waiting.append(job)
            return .wait
        }
        switch admission {
        case .start(let link): start(job, on: link)
        case .wait: break
        case .refuse(let failure): refuse(failure)
        }
    }

    private func start(_ job: @escaping @Sendable (Link) -> Void, on link: Link) {
        link.queue.async { [self] in
            job(link)
            while let next = nextJob(for: link) { next(link) }
        }
    }

    private func nextJob(for link: Link) -> (@Sendable (Link) -> Void)? {
        let (job, onIdle) = state.withLock { state -> ((@Sendable (Link) -> Void)?, [@Sendable () -> Void]) in
            guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), []) }
            state.idle.append(link)
            guard state.idle.count == linkCount else { return (nil, []) }
            defer { state.onIdle = [] }
            return (nil, state.onIdle)
        }
        for call in onIdle { call() }
        return job
    }

    private static func failure(_ error: any Error, doing action: String) -> any Error {
        guard let error = error as? PostgreSQLError else { return error }
        if error.isFull { return Failure.noSpaceLeft(for: action, cause: error) }
        if error.isConflict {
            return Failure(.overloaded, "Too many others write at the same time; try again.", cause: error)
        }
        return Failure.databaseFailed(action, reason: error.message, cause: error)
    }
}

/// A connection that is opened again when it was lost.
///
/// It is safe to share: `connection` is the only state that changes, and is used by closures on the serial `queue` alone.
private final class Link: @unchecked Sendable {
    static let attemptLimit = 30
    /// The number of times that a lost connection is opened again for one transaction.
    private static let reconnectionLimit = 2
    /// The number of writes of a group that may fail before each is performed by itself.
    private static let failureLimit = 3
    private static let longestPause: UInt32 = 50_000
    static let beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    let queue: DispatchQueue
    private let address: PostgreSQLAddress
    private let activity: DatabaseActivity
    private var connection: PostgreSQLConnection?

    init(_ address: PostgreSQLAddress, name: String, _ activity: DatabaseActivity) {
        self.address = address
        self.activity = activity
        queue = DispatchQueue(label: name)
    }

    /// Performs a transaction of some writes, and repeats it at most `attempts` times if others were in its way.
    func transaction<Value>(
        _ begin: String,
        writes: Int,
        attempts: Int = Link.attemptLimit,
        _ body: (any SQLConnection) throws -> Value
    ) throws -> Value {
        var attempt = 0
        while true {
            attempt += 1
            var isCommitting = false
            do {
                let connection = try openConnection()
                connection.begin(begin)
                let value = try body(connection)
                guard begin != Self.beginReading else {
                    try connection.endReading()
                    return value
                }
                isCommitting = true
                let commit = ContinuousClock.now
                try connection.commit()
                if writes > 0 { activity.recordCommit(of: writes, since: commit) }
                return value
            } catch {
                guard let failure = error as? PostgreSQLError else {
                    rollBack()
                    throw error
                }
                if failure.isConflict { activity.conflicts.add() }
                let isLost = failure.isDisconnection
                if isLost { connection = nil } else { rollBack() }
                if isLost, isCommitting {
                    let message = "The connection was lost during a commit, which may have been made. (\(failure))"
                    throw PostgreSQLError(state: PostgreSQLError.unknownOutcome, message: message)
                }
                let mayRepeat = isLost ? failure.state != PostgreSQLError.noConnection : failure.isConflict
                guard mayRepeat, attempt <= (isLost ? Self.reconnectionLimit : attempts - 1) else { throw failure }
                if !isLost { usleep(.random(in: 0...min(Self.longestPause, 500 << UInt32(min(attempt, 10))))) }
            }
        }
    }

    /// Performs writes in one transaction; if one fails, performs that by itself and the others again.
    func perform(_ group: [QueuedWrite], failures: Int = 0, _ translate: (any Error) -> any Error) {
        var index = 0
        do {
            let outcomes = try transaction(
                "BEGIN ISOLATION LEVEL READ COMMITTED",
                writes: group.count,
                attempts: group.count > 1 ? 1 : Self.attemptLimit
            ) { connection in
                try group.enumerated().map { place, write in
                    index = place
                    return try write.perform(connection)
                }
            }
            for deliver in outcomes { deliver() }
        } catch {
            // When the server is away, or a commit may have been made, the others would fare no better.
            guard group.count > 1, (error as? PostgreSQLError)?.isDisconnection != true else {
                for write in group { write.fail(translate(error)) }
                return
            }
            guard failures < Self.failureLimit, !(error is PostgreSQLError) else {
                for write in group { perform([write], translate) }
                return
            }
            perform(Array(group[..<index]) + group[(index + 1)...], failures: failures + 1, translate)
            perform([group[index]], translate)
        }
    }

    private func openConnection() throws(PostgreSQLError) -> PostgreSQLConnection {
        if let connection, connection.isOpen { return connection }
        let opened = try address.connect()
        connection = opened
        return opened
    }

    func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                connection = nil
                continuation.resume()
            }
        }
    }

    private func rollBack() {
        do { try connection?.rollBack() } catch { connection = nil }
    }
}

extension PostgreSQLConnection {
    /// Makes the changes that are missing, in one transaction, one node at a time.
    func migrate<Failure: StoreFailure>(
        _ migrations: [SQLMigration],
        failingWith: Failure.Type
    ) throws {
        let isReplica: Bool? = try value("SELECT pg_is_in_recovery()")
        guard isReplica == false else {
            throw Failure(.unavailable, "This PostgreSQL is a replica, which cannot be written to.", cause: nil)
        }
        let encoding: String? = try value("SELECT current_setting('server_encoding')")
        guard encoding == "UTF8" else {
            throw Failure(.unavailable, "The database's encoding is not UTF8; create another database.", cause: nil)
        }
        try allowLongStatements()
        try execute("BEGIN")
        do {
            try execute("SELECT pg_advisory_xact_lock(8317701)")
            try execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
            let known: [String] = try values("SELECT name FROM migration")
            if let newer = known.first(where: { name in !migrations.contains { $0.name == name } }) {
                throw Failure(
                    .newerSchema,
                    "The database was changed by a newer version of Today (\(newer)); update this one to use it.",
                    cause: nil
                )
            }
            if known.isEmpty { try execute(PostgreSQLDialect.functions) }
            for migration in migrations where !known.contains(migration.name) {
                try execute(PostgreSQLDialect.schema(migration.statements) + migration.postgreSQL)
                try run("INSERT INTO migration (name) VALUES (?)", [migration.name])
            }
            try commit()
        } catch {
            _ = try? execute("ROLLBACK")
            throw error
        }
    }
}
