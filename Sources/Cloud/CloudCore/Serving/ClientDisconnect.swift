import AsyncPrimitives
package import Hummingbird

/// Notices when a client goes away.
package enum ClientDisconnect {
    /// Waits until the client of a request has closed its side, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - request: The request; its body is read for this.
    ///   - onDeparture: Is called when the client has gone.
    /// - Throws: What reading the body throws.
    package static func wait(of request: Request, onDeparture: @escaping @Sendable () -> Void) async throws {
        let never = OneTimeSignal()
        try await request.body.consumeWithInboundCloseHandler { _ in
            await never.wait()
        } onInboundClosed: {
            onDeparture()
        }
    }
}
