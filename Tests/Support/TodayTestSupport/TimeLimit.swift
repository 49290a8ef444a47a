import Synchronization

/// A test waited in vain.
package struct TimeLimitExceeded: Error, CustomStringConvertible {
    /// What did not happen, and where the test waited for it.
    package let description: String
}

/// Waits for something that a working product does soon, and fails clearly if it does not happen.
///
/// The limit is counted in turns of a second: on a machine that is busy with other tests a turn takes longer, and so does
/// what is awaited. After the limit the body is cancelled and left behind, so that even a wait that is deaf to cancellation
/// does not hold up the test. Cancellation of the test's own task is handed on to the body.
///
/// - Parameters:
///   - event: What is awaited, for the failure message.
///   - seconds: How many turns of a second it may take.
///   - file: Where the test waits.
///   - line: Where the test waits.
///   - body: Waits for the event.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or ``TimeLimitExceeded``.
package func withTimeLimit<Value: Sendable>(
    on event: String,
    seconds: Int = 30,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let outcome = FirstOutcome<Value>()
    let work = Task {
        do { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
    }
    let watchdog = Task {
        for _ in 0..<seconds { try await Task.sleep(for: .seconds(1)) }
        outcome.set(
            .failure(TimeLimitExceeded(description: "\(file):\(line): \(event) did not come within \(seconds) seconds"))
        )
    }
    defer {
        work.cancel()
        watchdog.cancel()
    }
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { outcome.wait($0) }
    } onCancel: {
        work.cancel()
    }
}

/// The first of several outcomes, for one waiter.
private final class FirstOutcome<Value: Sendable>: Sendable {
    private enum State {
        case pending(CheckedContinuation<Value, any Error>?)
        case known(Result<Value, any Error>)
    }

    private let state = Mutex(State.pending(nil))

    func set(_ result: Result<Value, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard case .pending(let waiter) = state else { return nil }
            state = .known(result)
            return waiter
        }
        waiter?.resume(with: result)
    }

    func wait(_ waiter: CheckedContinuation<Value, any Error>) {
        let result = state.withLock { state -> Result<Value, any Error>? in
            if case .known(let result) = state { return result }
            state = .pending(waiter)
            return nil
        }
        if let result { waiter.resume(with: result) }
    }
}
