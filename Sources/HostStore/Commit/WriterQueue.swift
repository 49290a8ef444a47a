import Synchronization

/// The operations that wait for the writer, in the order they came.
final class WriterQueue: Sendable {
    /// One waiting operation.
    enum Job: Sendable {
        /// Applies a transaction and says how it went.
        case write(StoreTransaction, @Sendable (Result<CommitReceipt, StoreError>) -> Void)
        /// Reads; what the closure returns hands the answer over once everything read is on disk.
        case read(@Sendable (Result<PromiseReader, StoreError>) -> @Sendable () -> Void)
    }

    /// What became of an operation that was handed in.
    enum Admission {
        /// It waits, and the caller has to start the writer.
        case startsWriter
        /// It waits, and the writer runs already.
        case waits
        /// It was not taken.
        case refused(StoreError)
    }

    /// How many operations wait at most.
    static let capacity = 65_536
    /// How many operations share a commit at most.
    static let groupSize = 1024

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        var isClosed = false
    }

    private let state = Mutex(State())

    func add(_ job: Job) -> Admission {
        state.withLock { state in
            guard !state.isClosed else { return .refused(StoreError(.closed, "The host is shutting down.")) }
            guard state.jobs.count < Self.capacity else {
                return .refused(StoreError(.overloaded, "More than \(Self.capacity) operations wait for the disk."))
            }
            state.jobs.append(job)
            guard !state.isRunning else { return .waits }
            state.isRunning = true
            return .startsWriter
        }
    }

    /// Takes what waits, up to a group; an empty group means that the writer must end.
    func takeGroup() -> [Job] {
        state.withLock { state in
            if state.jobs.count <= Self.groupSize {
                let group = state.jobs
                state.jobs = []
                if group.isEmpty { state.isRunning = false }
                return group
            }
            let group = Array(state.jobs.prefix(Self.groupSize))
            state.jobs.removeFirst(Self.groupSize)
            return group
        }
    }

    /// Takes nothing more.
    func close() { state.withLock { $0.isClosed = true } }
}
