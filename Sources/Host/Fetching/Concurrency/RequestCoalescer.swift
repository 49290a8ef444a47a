import Synchronization

/// The requests that are under way; equal ones share one.
///
/// A request runs in a task of its own, so that a caller who stops waiting takes it from nobody else; when the last one
/// stops, the task is cancelled. The table keeps every task until it has ended.
final class RequestCoalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let task: Task<Void, Never>
        var waiting: [Int: CancellableFuture<Result<Value, FetchFailure>>]
    }

    private struct State {
        var nextID = 0
        var flights: [Int: Flight] = [:]
        var joinable: [Key: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Joins the request of a key, or starts it.
    ///
    /// - Parameters:
    ///   - key: What equal requests share, or `nil` for one that shares with none.
    ///   - body: The request.
    /// - Returns: What the request returned.
    /// - Throws: What the request threw, or ``FetchFailure`` with code `cancelled` if the caller's task was cancelled
    ///   or the table is closed.
    func run(
        _ key: Key?,
        _ body: @escaping @Sendable () async -> Result<Value, FetchFailure>
    ) async throws(FetchFailure) -> Value {
        let answer = CancellableFuture<Result<Value, FetchFailure>>()
        guard let (flight, waiter) = join(key, answer, body) else {
            throw FetchFailure(.cancelled, "The host is shutting down.")
        }
        do {
            return try await answer.wait {}.get()
        } catch let error as FetchFailure {
            throw error
        } catch {
            leave(flight, waiter)
            throw FetchFailure(.cancelled, "The request was given up.", cause: error)
        }
    }

    /// Cancels everything under way and waits until it has ended; nothing starts afterwards.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.flights.values.map(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func join(
        _ key: Key?,
        _ answer: CancellableFuture<Result<Value, FetchFailure>>,
        _ body: @escaping @Sendable () async -> Result<Value, FetchFailure>
    ) -> (flight: Int, waiter: Int)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.nextID += 1
            let waiter = state.nextID
            if let key, let flight = state.joinable[key] {
                state.flights[flight]?.waiting[waiter] = answer
                return (flight, waiter)
            }
            // The task cannot end before it is in the table, since ending takes the lock.
            let task = Task { finish(waiter, key, await body()) }
            state.flights[waiter] = Flight(task: task, waiting: [waiter: answer])
            if let key { state.joinable[key] = waiter }
            return (waiter, waiter)
        }
    }

    private func leave(_ flight: Int, _ waiter: Int) {
        let task: Task<Void, Never>? = state.withLock { state in
            state.flights[flight]?.waiting[waiter] = nil
            guard let left = state.flights[flight], left.waiting.isEmpty else { return nil }
            // Whoever comes now must not join what is being cancelled.
            if let key = state.joinable.first(where: { $0.value == flight })?.key { state.joinable[key] = nil }
            return left.task
        }
        task?.cancel()
    }

    private func finish(_ flight: Int, _ key: Key?, _ result: Result<Value, FetchFailure>) {
        let waiting = state.withLock { state in
            if let key, state.joinable[key] == flight { state.joinable[key] = nil }
            return state.flights.removeValue(forKey: flight)?.waiting
        }
        for answer in (waiting ?? [:]).values { answer.finish(result) }
    }
}
