import JSONRPC
import Synchronization

/// What sessions have running beyond their connection's reader, such as fetches; each can be cancelled by its request.
final class SessionJobs: Sendable {
    /// Names a job by the request that it answers.
    struct Key: Hashable, Sendable {
        var session: ObjectIdentifier
        var request: RPCID
    }

    private struct Job: Sendable {
        var key: Key
        var run: @Sendable () async -> Void
        /// Ends when the job is no longer wanted.
        var wanted: AsyncStream<Never>
    }

    private let jobs: AsyncStream<Job>
    private let continuation: AsyncStream<Job>.Continuation
    private let ends = Mutex<[Key: AsyncStream<Never>.Continuation]>([:])

    init() {
        // Bounded by the connections, each of which takes a limited number of unanswered requests.
        (jobs, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Runs jobs until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs { group.addTask { await self.perform(job) } }
            group.cancelAll()
        }
    }

    /// Adds a job; it runs soon, beside all others.
    func add(_ key: Key, _ run: @escaping @Sendable () async -> Void) {
        let (wanted, end) = AsyncStream<Never>.makeStream()
        ends.withLock { $0[key] = end }
        continuation.yield(Job(key: key, run: run, wanted: wanted))
    }

    /// Cancels a job, if it is not done.
    func cancel(_ key: Key) { ends.withLock { $0[key] }?.finish() }

    private func perform(_ job: Job) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await job.run() }
            group.addTask { for await _ in job.wanted {} }
            await group.next()
            group.cancelAll()
        }
        _ = ends.withLock { $0.removeValue(forKey: job.key) }
    }
}
