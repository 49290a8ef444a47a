import AsyncPrimitives
import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

enum WriterJob: Sendable {
    /// Applies a transaction and calls the completion with its result.
    case write(StoreTransaction, @Sendable (Result<CommitReceipt, StoreError>) -> Void)
    /// Reads; the returned closure delivers the result once all data that was read is on disk.
    case read(@Sendable (Result<DurableReader, StoreError>) -> @Sendable () -> Void)

    var writes: Bool {
        if case .write(let transaction, _) = self { transaction.writes } else { false }
    }
}

/// Performs a group of jobs in one commit.
struct GroupWriter {
    let database: Database
    let counter: RevisionCounter
    let observers: ObserverList
    let now: @Sendable () -> Date
    let damage: DamageLog
    /// The space with which a person can remove something while the disk is full.
    let reserve: SpaceReserve?
    /// Limit for the data of each app in the database, in bytes.
    let appBytes: Int

    /// Performs a group, commits it, and delivers the results in order.
    ///
    /// If the commit fails, every job is repeated in a commit of its own, so that each gets its own result. If it fails
    /// because the disk is full, removals by a person use the space that the host has reserved.
    func perform(_ group: [WriterJob]) {
        do {
            for deliver in try commit(group) { deliver() }
            reserve?.refill()
        } catch {
            guard group.count == 1, let job = group.first else {
                for job in group { perform([job]) }
                return
            }
            let failure = StoreError(translating: error, doing: "writing to disk")
            switch job {
            case .write(let transaction, let completion):
                if failure.code == .diskFull, transaction.removesForPerson, let reserve, reserve.release() {
                    return perform(group)
                }
                completion(.failure(failure))
            case .read(let body): body(.failure(failure))()
            }
        }
    }

    private func commit(_ group: [WriterJob]) throws -> [() -> Void] {
        let reservation = counter.neededReservation
        let needsCommit = reservation != nil || group.contains { $0.writes }
        guard needsCommit else {
            var seen = counter.published
            return try group.map { try perform($0, seen: &seen) }
        }
        var results: [() -> Void] = []
        try database.inTransaction(.immediate) {
            var seen = counter.published
            if let reservation { try DurableSchema.reserve(upTo: reservation, in: database) }
            for job in group { results.append(try perform(job, seen: &seen)) }
            return .commit
        }
        if let reservation { counter.didReserve(upTo: reservation) }
        return results
    }

    /// Performs one job inside the group's transaction.
    ///
    /// `seen` is the last revision that a read at this position includes. The returned closure delivers the result once
    /// the commit is on disk.
    private func perform(_ job: WriterJob, seen: inout Revision) throws -> () -> Void {
        switch job {
        case .read(let body):
            return body(.success(DurableReader(database: database, revision: seen, damage: damage)))
        case .write(let transaction, let completion):
            let context = TransactionContext(
                database: database,
                revision: counter.next(),
                origin: transaction.origin,
                now: now(),
                damage: damage,
                appBytes: appBytes
            )
            let outcomes: [OperationOutcome]
            let start = Duration.threadTime
            do {
                outcomes = try apply(transaction, in: context)
            } catch {
                let failure = StoreError(translating: error, doing: "writing to disk")
                // After some errors SQLite rolls back the whole transaction; the group then cannot continue. A
                // transaction that frees space on a full disk is repeated on its own.
                let makesRoom = failure.code == .diskFull && transaction.removesForPerson
                if job.writes, !database.isInsideTransaction || makesRoom { throw error }
                return { completion(.failure(failure)) }
            }
            let time = Duration.threadTime - start
            let (revision, changes) = (context.revision, context.changes)
            let commit =
                changes.isEmpty ? nil : Commit(revision: revision, origin: context.origin, changes: changes)
            if commit != nil { seen = revision }
            let receipt = CommitReceipt(revision: seen, outcomes: outcomes, time: time)
            return {
                if let commit {
                    observers.notify(commit)
                    counter.publish(commit.revision)
                }
                completion(.success(receipt))
            }
        }
    }

    private func apply(_ transaction: StoreTransaction, in context: TransactionContext) throws -> [OperationOutcome] {
        guard transaction.writes else { return try transaction.operations.map { try context.apply($0) } }
        var outcomes: [OperationOutcome] = []
        try database.inSavepoint {
            let allowance = try StorageAllowance(before: context)
            for operation in transaction.operations { outcomes.append(try context.apply(operation)) }
            try allowance?.check(in: context)
            return .commit
        }
        return outcomes
    }
}

extension StoreTransaction {
    /// `true` if an operation writes to the database.
    var writes: Bool { operations.contains { $0.writes } }
}
