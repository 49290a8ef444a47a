import FoundationEssentials
import GRDB
import SQLiteSupport

/// Performs writes that are waiting at the same time in one commit.
struct GroupCommitter {
    let database: Database
    let now: @Sendable () -> Date
    /// Called after the commit of each write that has news for the observers.
    let observe: (CommittedChanges) -> Void

    /// Commits a group of writes and delivers the outcomes in order; if that fails, commits each write by itself.
    func perform(_ group: [WriteJob]) {
        do {
            var outcomes: [() -> Void] = []
            try database.inTransaction(.immediate) {
                for job in group { outcomes.append(try perform(job)) }
                return .commit
            }
            for deliver in outcomes { deliver() }
        } catch {
            guard group.count == 1, let job = group.first else {
                for job in group { perform([job]) }
                return
            }
            job.fail(CloudStoreError(translating: error, doing: "writing to disk"))
        }
    }

    /// Performs one write; returns the delivery of its outcome, for after the commit is on disk.
    private func perform(_ job: WriteJob) throws -> () -> Void {
        let context = WriteContext(database: database, now: now())
        var resume: (@Sendable () -> Void)?
        do {
            try database.inSavepoint {
                resume = try job.perform(context)
                return .commit
            }
        } catch {
            // After some errors SQLite rolls back the whole transaction; then the group cannot continue.
            guard database.isInsideTransaction else { throw error }
            let failure = CloudStoreError(translating: error, doing: "writing to disk")
            return { job.fail(failure) }
        }
        guard let resume else { throw CloudStoreError(.unavailable, "A write ended without a result.") }
        return {
            if context.news != CommittedChanges() { observe(context.news) }
            resume()
        }
    }
}

struct WriteJob: Sendable {
    /// Performs the write; it returns a closure that resumes the caller after the commit.
    var perform: @Sendable (WriteContext) throws -> @Sendable () -> Void
    var fail: @Sendable (CloudStoreError) -> Void
}

/// What the streams of devices, topics and web clients have to learn of a write.
package struct CommittedChanges: Hashable, Sendable {
    package var events: [DeviceEvent] = []
    package var published: [PublishedMessage] = []
    package var couriers: Set<CourierNumber> = []
}

final class WriteContext {
    let database: Database
    let now: Date
    var news = CommittedChanges()

    init(database: Database, now: Date) {
        self.database = database
        self.now = now
    }

    /// Reserves the next numbers of the sequence of all events, and returns the first.
    func takeSequences(_ count: Int) throws -> Int64 {
        let last: Int64? = try value(
            "UPDATE counter SET sequence = sequence + ? WHERE id = 1 RETURNING sequence",
            [count]
        )
        guard let last else {
            throw CloudStoreError(.unavailable, "The cloud's database has lost its counter.")
        }
        return last - Int64(count) + 1
    }
}
