import Synchronization

/// The jobs that wait for a store's writer, first in, first out.
package final class WriterQueue<Job: Sendable, Failure: StoreFailure>: Sendable {
    package enum Admission {
        /// The job waits, and the caller must start the writer.
        case startsWriter
        /// The job waits for the running writer.
        case waits
        /// The job was not added.
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

    /// Creates an empty queue for at most `capacity` waiting jobs, in groups of at most `groupSize`.
    package init(capacity: Int, groupSize: Int) {
        self.capacity = capacity
        self.groupSize = groupSize
    }

    package func add(_ job: Job) -> Admission {
        state.withLock { state in
            guard !state.isClosed else { return .refused(.shuttingDown) }
            guard state.jobs.count < capacity else {
                return .refused(Failure(.overloaded, "More than \(capacity) operations wait for the disk.", cause: nil))
            }
            state.jobs.append(job)
            guard !state.isRunning else { return .waits }
            state.isRunning = true
            return .startsWriter
        }
    }

    /// Performs waiting jobs in groups until none is left; the writer calls this and stops when it returns.
    package func drain(_ perform: ([Job]) -> Void) {
        while true {
            let group = takeGroup()
            if group.isEmpty { return }
            perform(group)
        }
    }

    /// Performs waiting jobs in groups until none is left, as ``drain(_:)-(([Job])->Void)`` does.
    package func drain(_ perform: ([Job]) async -> Void) async {
        while true {
            let group = takeGroup()
            if group.isEmpty { return }
            await perform(group)
        }
    }

    /// The number of jobs that wait.
    package var count: Int { state.withLock(\.jobs.count) }

    package func close() { state.withLock { $0.isClosed = true } }

    private func takeGroup() -> [Job] {
        state.withLock { state in
            if state.jobs.isEmpty { state.isRunning = false }
            let group = Array(state.jobs.prefix(groupSize))
            state.jobs.removeFirst(group.count)
            return group
        }
    }
}
