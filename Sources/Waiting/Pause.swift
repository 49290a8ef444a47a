extension Clock<Duration> {
    /// Waits for a time, or until a signal is raised.
    ///
    /// - Parameters:
    ///   - duration: How long; without one for the signal alone.
    ///   - signal: What ends the wait.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func pause(for duration: Duration?, or signal: Signal) async throws {
        if let duration {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.sleep(for: duration) }
                group.addTask { await signal.wait() }
                defer { group.cancelAll() }
                try await group.next()
            }
        } else {
            await signal.wait()
        }
        try Task.checkCancellation()
    }
}
