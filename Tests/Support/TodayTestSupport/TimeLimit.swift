import Synchronization

/// An event that a test waited for did not happen in time.
package struct TimeLimitExceeded: Error, CustomStringConvertible {
    /// The event, and where the test waited for it.
    package let description: String
}

/// Waits for something that a working product does soon, and fails clearly if it does not happen.
///
/// The limit is counted in waits of one second: on a machine that is busy with other tests these take longer, and so does
/// the event. After the limit the body is cancelled and abandoned, so that even a wait that ignores cancellation does not
/// delay the test. Cancellation of the test's own task cancels the body.
///
/// - Parameters:
///   - event: The event, for the failure message.
///   - seconds: The number of waits of one second.
///   - file: The place of the call, for the message.
///   - line: The place of the call, for the message.
///   - body: Waits for the event.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or ``TimeLimitExceeded``.
package func withTimeLimit<Value: Sendable>(
    on event: String,
    seconds: Int = 120,
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
