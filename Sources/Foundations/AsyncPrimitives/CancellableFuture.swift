import Synchronization

/// A value for which one task waits, unless that task is cancelled first; it may come before the wait, during it or
/// never, and the task is resumed exactly once.
package final class CancellableFuture<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Result<Value, CancellationError>, Never>)
        case finished(Result<Value, CancellationError>)
    }

    private let state = Mutex(State.idle)

    package init() {}

    /// Sets the value; returns `false` if there is one already, or if the waiting task was cancelled.
    @discardableResult package func finish(_ value: Value) -> Bool { settle(.success(value)) }

    /// Ends the wait with `CancellationError`, unless there is a value already.
    package func cancel() { settle(.failure(CancellationError())) }

    /// Starts the work that sets the value, and waits for it; may be called once, and throws as soon as the task is
    /// cancelled.
    package func wait(_ start: () -> Void = {}) async throws(CancellationError) -> Value {
        start()
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Result<Value, CancellationError>? = state.withLock { state in
                    if case .finished(let result) = state { return result }
                    state = .waiting(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            settle(.failure(CancellationError()))
        }.get()
    }

    @discardableResult private func settle(_ result: Result<Value, CancellationError>) -> Bool {
        var waiter: CheckedContinuation<Result<Value, CancellationError>, Never>?
        let isFirst = state.withLock { state in
            switch state {
            case .idle: break
            case .waiting(let continuation): waiter = continuation
            case .finished: return false
            }
            state = .finished(result)
            return true
        }
        waiter?.resume(returning: result)
        return isFirst
    }
}
