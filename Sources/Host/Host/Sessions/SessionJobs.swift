import JSONRPC
import Synchronization

/// The long requests of all sessions, such as fetches, each in a task of its own that can be cancelled by its request.
final class SessionJobs: HostPart {
    struct Key: Hashable, Sendable {
        var session: ObjectIdentifier
        var request: RPCID
    }

    private struct Job: Sendable {
        var key: Key
        var run: @Sendable () async -> Void
        /// Ends when the job is cancelled.
        var wanted: AsyncStream<Never>
    }

    private let jobs: AsyncStream<Job>
    private let continuation: AsyncStream<Job>.Continuation
    private let cancellations = Mutex<[Key: AsyncStream<Never>.Continuation]>([:])

    init() {
        // Bounded by the connections, each of which takes a limited number of unanswered requests.
        (jobs, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs { group.addTask { await self.perform(job) } }
            group.cancelAll()
        }
    }

    /// Adds a job, which runs beside all others.
    func add(_ key: Key, _ run: @escaping @Sendable () async -> Void) {
        let (wanted, cancellation) = AsyncStream<Never>.makeStream()
        cancellations.withLock { $0[key] = cancellation }
        continuation.yield(Job(key: key, run: run, wanted: wanted))
    }

    /// Cancels a job, if it has not ended.
    func cancel(_ key: Key) { cancellations.withLock { $0[key] }?.finish() }

    private func perform(_ job: Job) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await job.run() }
            group.addTask { for await _ in job.wanted {} }
            await group.next()
            group.cancelAll()
        }
        _ = cancellations.withLock { $0.removeValue(forKey: job.key) }
    }
}
