import JSONRPC

extension Clock<Duration> {
    /// Waits for a time, or until a signal is raised.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func pause(for duration: Duration, or signal: Signal) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.sleep(for: duration) }
            group.addTask {
                await signal.wait()
                try Task.checkCancellation()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
