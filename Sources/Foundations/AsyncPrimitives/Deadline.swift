/// Runs a function with a deadline.
///
/// - Parameters:
///   - timer: Returns at the deadline; it is cancelled if the body ends before.
///   - body: The function to run; it is cancelled at the deadline and must then end soon.
/// - Returns: The result of the body, or `nil` after the deadline.
/// - Throws: An error of the body before the deadline.
package func withDeadline<Value: Sendable>(
    _ timer: @escaping @Sendable () async throws -> Void,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await timer()
            try Task.checkCancellation()
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}

/// Runs a function with a timeout, as ``withDeadline(_:_:)``.
package func withDeadline<Value: Sendable>(
    _ time: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withDeadline({ try await clock.sleep(for: time) }, body)
}

extension Clock<Duration> {
    /// Starts a stopwatch: the returned closure returns the elapsed time.
    ///
    /// Unlike a difference of wall-clock times, it never goes back.
    package func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
