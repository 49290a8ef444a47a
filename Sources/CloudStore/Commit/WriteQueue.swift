import Synchronization

/// The writes that wait for the writer, in the order they came.
final class WriteQueue: Sendable {
    /// One waiting write.
    struct Job: Sendable {
        /// Writes; what it returns hands the result over once everything is on disk.
        var perform: @Sendable (WriteContext) throws -> @Sendable () -> Void
        /// Is told why the write failed.
        var fail: @Sendable (CloudStoreError) -> Void
    }

    /// What became of a write that was handed in.
    enum Admission {
        /// It waits, and the caller has to start the writer.
        case startsWriter
        /// It waits, and the writer runs already.
        case waits
        /// It was not taken.
        case refused(CloudStoreError)
    }

    /// How many writes wait at most.
    static let capacity = 16_384
    /// How many writes share a commit at most.
    static let groupSize = 256

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        var isClosed = false
    }

    private let state = Mutex(State())

    func add(_ job: Job) -> Admission {
        state.withLock { state in
            guard !state.isClosed else {
                return .refused(CloudStoreError(.closed, "The cloud is shutting down."))
            }
            guard state.jobs.count < Self.capacity else {
                return .refused(CloudStoreError(.overloaded, "More than \(Self.capacity) writes wait for the disk."))
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
