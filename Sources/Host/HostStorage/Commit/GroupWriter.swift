import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// An operation that waits for the writer.
enum WriterJob: Sendable {
    /// Applies a transaction and says how it went.
    case write(StoreTransaction, @Sendable (Result<CommitReceipt, StoreError>) -> Void)
    /// Reads; what the closure returns hands the answer over once everything read is on disk.
    case read(@Sendable (Result<DurableReader, StoreError>) -> @Sendable () -> Void)

    /// Whether the job needs a commit.
    var writes: Bool {
        if case .write(let transaction, _) = self { transaction.writes } else { false }
    }
}

/// Performs operations that wait at the same time in one commit.
struct GroupWriter {
    let database: Database
    let counter: RevisionCounter
    let observers: ObserverList
    let now: @Sendable () -> Date
    let damage: DamageLog

    /// How one operation ended, to be told once the commit is on disk.
    private enum Ending {
        case committed(Commit?, CommitReceipt, @Sendable (Result<CommitReceipt, StoreError>) -> Void)
        case refused(StoreError, @Sendable (Result<CommitReceipt, StoreError>) -> Void)
        case read(@Sendable () -> Void)
    }

    /// Performs a group, commits it and tells everyone, in order.
    ///
    /// If the commit itself fails, every operation is performed again in a commit of its own: each then ends as if it
    /// had come alone.
    func perform(_ group: [WriterJob]) {
        do {
            for ending in try commit(group) { tell(ending) }
        } catch {
            guard group.count == 1, let job = group.first else {
                for job in group { perform([job]) }
                return
            }
            let failure = StoreError(translating: error, doing: "writing to disk")
            switch job {
            case .write(_, let completion): completion(.failure(failure))
            case .read(let body): body(.failure(failure))()
            }
        }
    }

    private func commit(_ group: [WriterJob]) throws -> [Ending] {
        let reservation = counter.neededReservation
        let needsCommit = reservation != nil || group.contains { $0.writes }
        guard needsCommit else {
            var seen = counter.published
            return try group.map { try perform($0, seen: &seen) }
        }
        var endings: [Ending] = []
        try database.inTransaction(.immediate) {
            var seen = counter.published
            if let reservation { try DurableSchema.reserve(upTo: reservation, in: database) }
            for job in group { endings.append(try perform(job, seen: &seen)) }
            return .commit
        }
        if let reservation { counter.didReserve(upTo: reservation) }
        return endings
    }

    /// Performs one operation inside the group's transaction.
    ///
    /// `seen` is the last revision that a read at this place sees.
    private func perform(_ job: WriterJob, seen: inout Revision) throws -> Ending {
        switch job {
        case .read(let body):
            return .read(body(.success(DurableReader(database: database, revision: seen, damage: damage))))
        case .write(let transaction, let completion):
            let context = TransactionContext(
                database: database,
                revision: counter.next(),
                origin: transaction.origin,
                now: now(),
                damage: damage
            )
            let outcomes: [OperationOutcome]
            do {
                outcomes = try apply(transaction, in: context)
            } catch {
                // SQLite rolls everything back by itself after some errors; the group then cannot go on.
                if job.writes, !database.isInsideTransaction { throw error }
                return .refused(StoreError(translating: error, doing: "writing to disk"), completion)
            }
            guard !context.changes.isEmpty else {
                return .committed(nil, CommitReceipt(revision: seen, outcomes: outcomes), completion)
            }
            seen = context.revision
            let commit = Commit(revision: seen, origin: context.origin, changes: context.changes)
            return .committed(commit, CommitReceipt(revision: seen, outcomes: outcomes), completion)
        }
    }

    private func apply(_ transaction: StoreTransaction, in context: TransactionContext) throws -> [OperationOutcome] {
        guard transaction.writes else { return try transaction.operations.map { try $0.apply(in: context) } }
        var outcomes: [OperationOutcome] = []
        try database.inSavepoint {
            for operation in transaction.operations { outcomes.append(try operation.apply(in: context)) }
            return .commit
        }
        return outcomes
    }

    private func tell(_ ending: Ending) {
        switch ending {
        case .read(let answer):
            answer()
        case .refused(let error, let completion):
            completion(.failure(error))
        case .committed(let commit, let receipt, let completion):
            if let commit {
                observers.tell(commit)
                counter.publish(commit.revision)
            }
            completion(.success(receipt))
        }
    }
}

extension StoreTransaction {
    /// Whether an operation touches the database.
    var writes: Bool { operations.contains { $0.writes } }
}
