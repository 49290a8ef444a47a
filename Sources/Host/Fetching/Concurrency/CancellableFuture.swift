import Synchronization

/// One answer that one caller waits for, unless it is cancelled first.
///
/// Whoever finds the answer may come early, late or never; the caller is resumed exactly once.
final class CancellableFuture<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Result<Value, CancellationError>, Never>)
        case finished(Result<Value, CancellationError>)
    }

    private let state = Mutex(State.idle)

    /// Gives the answer; a second one, or one after the caller was cancelled, is dropped.
    func finish(_ value: Value) { settle(.success(value)) }

    /// Starts something and waits for the answer; may be called once.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func wait(_ start: () -> Void) async throws(CancellationError) -> Value {
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

    private func settle(_ result: Result<Value, CancellationError>) {
        let continuation: CheckedContinuation<Result<Value, CancellationError>, Never>? = state.withLock { state in
            switch state {
            case .idle:
                state = .finished(result)
                return nil
            case .waiting(let continuation):
                state = .finished(result)
                return continuation
            case .finished:
                return nil
            }
        }
        continuation?.resume(returning: result)
    }
}
