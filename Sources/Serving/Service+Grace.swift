import ServiceLifecycle

extension Service {
    /// Serves until graceful shutdown or cancellation; after a graceful shutdown begins, requests have so long to end
    /// before they are cut off.
    ///
    /// Without a limit a client that sends half a request would hold up the end of the program.
    ///
    /// - Parameters:
    ///   - grace: How long.
    ///   - clock: Measures it.
    ///   - onShutdown: Called when the graceful shutdown begins.
    /// - Throws: What serving throws.
    package func run(
        grace: Duration,
        clock: any Clock<Duration> = ContinuousClock(),
        onShutdown: @escaping @Sendable () -> Void = {}
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.run() }
            group.addTask {
                try await gracefulShutdown()
                onShutdown()
                try await clock.sleep(for: grace)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
