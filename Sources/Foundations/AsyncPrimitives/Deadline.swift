/// Runs something for a limited time.
///
/// - Parameters:
///   - timer: Returns when the time is up; it is cancelled if the body ends before.
///   - body: What to run; it is cancelled when the time is up and must then end soon.
/// - Returns: What the body returned, or `nil` if the time was up.
/// - Throws: What the body throws in time.
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

/// Runs something for a limited time.
///
/// - Parameters:
///   - time: How long it may take.
///   - clock: Measures the time.
///   - body: What to run; it is cancelled when the time is up and must then end soon.
/// - Returns: What the body returned, or `nil` if the time was up.
/// - Throws: What the body throws in time.
package func withDeadline<Value: Sendable>(
    _ time: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withDeadline({ try await clock.sleep(for: time) }, body)
}

extension Clock<Duration> {
    /// Starts a stopwatch: the closure that is returned says how long ago that was.
    ///
    /// Unlike a difference of wall-clock times, it never goes back.
    package func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
