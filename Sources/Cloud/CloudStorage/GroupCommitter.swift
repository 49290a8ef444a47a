import FoundationEssentials
import GRDB
import SQLiteSupport

/// Performs writes that wait at the same time in one commit.
struct GroupCommitter {
    let database: Database
    let now: @Sendable () -> Date
    /// Is told what a write has noted.
    let observe: (WriteContext) -> Void

    /// How one write ended, to be told once the commit is on disk.
    private enum Ending {
        case done(WriteContext, @Sendable () -> Void)
        case failed(@Sendable () -> Void)
    }

    /// Performs a group, commits it and tells everyone, in order.
    ///
    /// If the commit itself fails, every write is performed again in a commit of its own: each then ends as if it had
    /// come alone.
    func perform(_ group: [WriteJob]) {
        do {
            var endings: [Ending] = []
            try database.inTransaction(.immediate) {
                for job in group { endings.append(try perform(job)) }
                return .commit
            }
            for ending in endings { tell(ending) }
        } catch {
            guard group.count == 1, let job = group.first else {
                for job in group { perform([job]) }
                return
            }
            job.fail(CloudStoreError(translating: error, doing: "writing to disk"))
        }
    }

    private func perform(_ job: WriteJob) throws -> Ending {
        let context = WriteContext(database: database, now: now())
        var handOver: (@Sendable () -> Void)?
        do {
            try database.inSavepoint {
                handOver = try job.perform(context)
                return .commit
            }
        } catch {
            // SQLite rolls everything back by itself after some errors; the group then cannot go on.
            guard database.isInsideTransaction else { throw error }
            let failure = CloudStoreError(translating: error, doing: "writing to disk")
            return .failed { job.fail(failure) }
        }
        guard let handOver else { throw CloudStoreError(.unavailable, "A write ended without a result.") }
        return .done(context, handOver)
    }

    private func tell(_ ending: Ending) {
        switch ending {
        case .done(let context, let handOver):
            observe(context)
            handOver()
        case .failed(let tell):
            tell()
        }
    }
}

/// A write that waits for the writer.
struct WriteJob: Sendable {
    /// Writes; what it returns hands the result over once everything is on disk.
    var perform: @Sendable (WriteContext) throws -> @Sendable () -> Void
    /// Is told why the write failed.
    var fail: @Sendable (CloudStoreError) -> Void
}

/// What one write works with, inside its transaction.
final class WriteContext {
    /// The database, inside a transaction.
    let database: Database
    /// The time of the write.
    let now: Date
    /// The events that the write has appended so far; they are told when they are on disk.
    private(set) var events: [DeviceEvent] = []
    /// The messages of topics that the write has published so far.
    private(set) var published: [PublishedMessage] = []

    init(database: Database, now: Date) {
        self.database = database
        self.now = now
    }

    /// Notes an event to be told after the commit.
    func note(_ event: DeviceEvent) { events.append(event) }

    /// Notes a message of a topic to be told after the commit.
    func note(_ message: PublishedMessage) { published.append(message) }

    /// Takes the next numbers of the one sequence of events.
    ///
    /// - Returns: The first of them.
    func takeSequences(_ count: Int) throws -> Int64 {
        let row = try database.row(
            "UPDATE counter SET sequence = sequence + ? WHERE id = 1 RETURNING sequence",
            [count]
        )
        guard let last: Int64 = row?["sequence"] else {
            throw CloudStoreError(.unavailable, "The cloud's database has lost its counter.")
        }
        return last - Int64(count) + 1
    }
}
