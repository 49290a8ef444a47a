package import Hummingbird
import NIOPosix
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

extension EventLoopGroupProvider {
    /// One event loop for a server and all of its connections.
    ///
    /// A connection that is on its way from the listening loop to
    /// another one when the server ends would be dropped, which ends the whole program (swift-nio issue 3481).
    package static var singleEventLoop: EventLoopGroupProvider { .shared(MultiThreadedEventLoopGroup.singleton.next()) }
}
