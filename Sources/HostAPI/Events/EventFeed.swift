/// One source of what an ``EventStream`` writes: events of one kind, and how a client reads them.
package struct EventFeed: Sendable {
    let run: @Sendable (_ send: @Sendable (ServerSentEvent) async -> Void) async throws -> Void

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - events: What happens. It is cancelled when the stream ends, and ends the stream when it ends.
    ///   - encode: Writes an event for the client; none to pass over it. What it throws ends the stream.
    package init<Event: Sendable>(
        _ events: AsyncStream<Event>,
        encode: @escaping @Sendable (Event) async throws -> ServerSentEvent?
    ) {
        run = { send in
            for await event in events {
                if let message = try await encode(event) { await send(message) }
            }
        }
    }
}
