import FoundationEssentials
import GRDB
import SQLiteSupport

/// Performs writes that are waiting at the same time in one commit.
struct GroupCommitter {
    let database: Database
    let now: @Sendable () -> Date
    /// Called after the commit of each write with its context, for the observers.
    let observe: (WriteContext) -> Void

    /// The outcome of one write, delivered after the commit is on disk.
    private enum Outcome {
        case done(WriteContext, @Sendable () -> Void)
        case failed(@Sendable () -> Void)
    }

    /// Performs a group of writes, commits it and delivers the outcomes in order.
    ///
    /// If the commit fails, every write is performed again in its own commit.
    func perform(_ group: [WriteJob]) {
        do {
            var outcomes: [Outcome] = []
            try database.inTransaction(.immediate) {
                for job in group { outcomes.append(try perform(job)) }
                return .commit
            }
            for outcome in outcomes { deliver(outcome) }
        } catch {
            guard group.count == 1, let job = group.first else {
                for job in group { perform([job]) }
                return
            }
            job.fail(CloudStoreError(translating: error, doing: "writing to disk"))
        }
    }

    private func perform(_ job: WriteJob) throws -> Outcome {
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
            return .failed { job.fail(failure) }
        }
        guard let resume else { throw CloudStoreError(.unavailable, "A write ended without a result.") }
        return .done(context, resume)
    }

    private func deliver(_ outcome: Outcome) {
        switch outcome {
        case .done(let context, let resume):
            observe(context)
            resume()
        case .failed(let resume):
            resume()
        }
    }
}

/// A write in the queue.
struct WriteJob: Sendable {
    /// Performs the write; it returns a closure that resumes the caller after the commit.
    var perform: @Sendable (WriteContext) throws -> @Sendable () -> Void
    /// Called if the write failed.
    var fail: @Sendable (CloudStoreError) -> Void
}

/// The transaction of one write.
final class WriteContext {
    /// The database, inside a transaction.
    let database: Database
    /// The time of the write.
    let now: Date
    /// The events that the write has appended so far, for the observers after the commit.
    private(set) var events: [DeviceEvent] = []
    /// The messages of topics that the write has published so far, for the observers after the commit.
    private(set) var published: [PublishedMessage] = []
    /// The couriers for which the write has stored notifications so far, for the observers after the commit.
    private(set) var couriers: Set<CourierNumber> = []

    init(database: Database, now: Date) {
        self.database = database
        self.now = now
    }

    /// Records an event for the observers.
    func record(_ event: DeviceEvent) { events.append(event) }

    /// Records a message of a topic for the observers.
    func record(_ message: PublishedMessage) { published.append(message) }

    /// Records a courier with a new notification for the observers.
    func record(_ courier: CourierNumber) { couriers.insert(courier) }

    /// Reserves the next numbers of the sequence of all events.
    ///
    /// - Returns: The first reserved number.
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
