import AsyncPrimitives
import HostModel
import Synchronization
import TodayProtocol

/// Coalesces concurrent equal requests into one, which has its own task, so that a cancelled caller does not cancel it
/// for others, only the last of them; every task is kept until it has ended.
final class RequestCoalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Request {
        let task: Task<Void, Never>
        var waiting: [Int: CancellableFuture<Result<Value, FetchFailure>>]
    }

    private struct State {
        var nextID = 0
        var requests: [Int: Request] = [:]
        var joinable: [Key: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Joins the running request of a key, or starts one, which is not shared without a key; throws ``FetchFailure``
    /// with code `cancelled` if the caller's task is cancelled or the coalescer is closed.
    func run(
        _ key: Key?,
        _ body: @escaping @Sendable () async -> Result<Value, FetchFailure>
    ) async throws(FetchFailure) -> Value {
        let answer = CancellableFuture<Result<Value, FetchFailure>>()
        guard let (request, waiter) = join(key, answer, body) else {
            throw FetchFailure(.cancelled, .hostShuttingDown)
        }
        do {
            return try await answer.wait().get()
        } catch let error as FetchFailure {
            throw error
        } catch {
            leave(request, waiter)
            throw FetchFailure(.cancelled, .requestCancelled, cause: error)
        }
    }

    /// Cancels all requests and waits until they have ended; later ones are refused.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.requests.values.map(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func join(
        _ key: Key?,
        _ answer: CancellableFuture<Result<Value, FetchFailure>>,
        _ body: @escaping @Sendable () async -> Result<Value, FetchFailure>
    ) -> (request: Int, waiter: Int)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.nextID += 1
            let waiter = state.nextID
            if let key, let request = state.joinable[key] {
                state.requests[request]?.waiting[waiter] = answer
                return (request, waiter)
            }
            // The task cannot finish before it is in the table, because finishing takes the lock.
            let task = Task { finish(waiter, key, await body()) }
            state.requests[waiter] = Request(task: task, waiting: [waiter: answer])
            if let key { state.joinable[key] = waiter }
            return (waiter, waiter)
        }
    }

    private func leave(_ request: Int, _ waiter: Int) {
        let task: Task<Void, Never>? = state.withLock { state in
            state.requests[request]?.waiting[waiter] = nil
            guard let left = state.requests[request], left.waiting.isEmpty else { return nil }
            // Later callers must not join a request that is being cancelled.
            if let key = state.joinable.first(where: { $0.value == request })?.key { state.joinable[key] = nil }
            return left.task
        }
        task?.cancel()
    }

    private func finish(_ request: Int, _ key: Key?, _ result: Result<Value, FetchFailure>) {
        let waiting = state.withLock { state in
            if let key, state.joinable[key] == request { state.joinable[key] = nil }
            return state.requests.removeValue(forKey: request)?.waiting
        }
        for answer in (waiting ?? [:]).values { answer.finish(result) }
    }
}
