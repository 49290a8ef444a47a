import Synchronization

/// What waits for a store's writer, in the order it came.
package final class WriterQueue<Job: Sendable, Failure: StoreFailure>: Sendable {
    /// What became of a job that was handed in.
    package enum Admission {
        /// It waits, and the caller has to start the writer.
        case startsWriter
        /// It waits, and the writer runs already.
        case waits
        /// It was not taken.
        case refused(Failure)
    }

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        var isClosed = false
    }

    private let capacity: Int
    private let groupSize: Int
    private let state = Mutex(State())

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - capacity: How many jobs wait at most.
    ///   - groupSize: How many jobs share a commit at most.
    package init(capacity: Int, groupSize: Int) {
        self.capacity = capacity
        self.groupSize = groupSize
    }

    /// Hands a job in.
    package func add(_ job: Job) -> Admission {
        state.withLock { state in
            guard !state.isClosed else {
                return .refused(Failure(.closed, "\(Failure.ownerName) is shutting down.", cause: nil))
            }
            guard state.jobs.count < capacity else {
                return .refused(Failure(.overloaded, "More than \(capacity) operations wait for the disk.", cause: nil))
            }
            state.jobs.append(job)
            guard !state.isRunning else { return .waits }
            state.isRunning = true
            return .startsWriter
        }
    }

    /// Performs what waits, and what comes meanwhile, in groups; the writer calls this, and ends when it returns.
    package func drain(_ perform: ([Job]) -> Void) {
        while true {
            let group = takeGroup()
            if group.isEmpty { return }
            perform(group)
        }
    }

    /// Takes nothing more.
    package func close() { state.withLock { $0.isClosed = true } }

    private func takeGroup() -> [Job] {
        state.withLock { state in
            if state.jobs.count <= groupSize {
                let group = state.jobs
                state.jobs = []
                if group.isEmpty { state.isRunning = false }
                return group
            }
            let group = Array(state.jobs.prefix(groupSize))
            state.jobs.removeFirst(groupSize)
            return group
        }
    }
}
