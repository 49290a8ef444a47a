package import Hummingbird
import ServiceLifecycle

extension ApplicationProtocol where Self: Sendable {
    /// Runs the application; after a graceful shutdown begins, requests have so long to end before they are cut off.
    ///
    /// Without a limit a client that sends half a request would hold up the end of the program.
    package func run(grace: Duration, clock: some Clock<Duration> = ContinuousClock()) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await run()
                return true
            }
            group.addTask {
                try await gracefulShutdown()
                try await clock.sleep(for: grace)
                return false
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }
}
