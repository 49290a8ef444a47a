/// Runs a function, which must end soon when it is cancelled, until `timer` returns; returns `nil` after that.
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
    /// Starts a stopwatch, which never goes back: the returned closure returns the elapsed time.
    package func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
