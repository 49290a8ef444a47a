import Fetching
import Foundation
import JSONRPC
import Synchronization
import TodayProtocol

/// `http/fetch`.
extension ProcessSession {
    /// How long a body may be that is answered on the line, in bytes.
    static let bodyLimit = 512 << 10

    static func fetch(
        _ request: HTTPFetchRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let rights = session.rights
        guard rights.mayFetch else {
            throw RPCError(
                .notEntitled,
                "\(rights.id) may not fetch: its Entitlements.plist lacks com.apple.security.network.client."
            )
        }
        guard let method = FetchRequest.Method(rawValue: request.method ?? "GET"), method == .get || method == .post
        else {
            throw RPCError(.invalidParams, "http/fetch: method is GET or POST, not \(request.method ?? "").")
        }
        var fetch = FetchRequest(url: request.url)
        fetch.method = method
        fetch.headers = request.headers ?? [:]
        fetch.body = Array(request.body ?? Data())
        fetch.maximumAge = request.maximumAge
        fetch.maximumBytes = bodyLimit
        let policy = FetchPolicy(
            appName: rights.title,
            declaredHosts: rights.declaredHosts,
            allowedHosts: session.services.allowedHosts(rights.app)
        )
        let fetcher = session.services.fetcher
        let key = SessionJobs.Key(session: ObjectIdentifier(session), request: incoming.id)
        session.services.jobs.add(key) { [fetch] in
            do throws(FetchFailure) {
                let answer = try await fetcher.fetch(fetch, for: rights.app, policy: policy)
                incoming.reply(
                    HTTPFetchRequest.Reply(
                        status: answer.status,
                        headers: answer.headers,
                        body: Data(answer.body),
                        age: answer.age
                    )
                )
            } catch {
                incoming.fail(RPCError(error))
            }
        }
    }
}

extension RPCError {
    /// What a process is told of a fetch that failed.
    fileprivate init(_ error: FetchFailure) {
        switch error.code {
        case .notAllowed: self.init(.fetchNotAllowed, error.message)
        case .timedOut: self.init(.fetchTimedOut, error.message)
        case .tooLarge: self.init(.fetchTooLarge, error.message)
        case .badAddress, .badRequest: self.init(.invalidParams, error.message)
        case .cancelled: self.init(.cancelled, error.message)
        default: self.init(.fetchFailed, error.message)
        }
    }
}

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
