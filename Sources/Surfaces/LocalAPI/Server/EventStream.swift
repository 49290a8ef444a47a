import AsyncPrimitives
import HTTPTypes
import HostModel
package import Hummingbird
import NIOCore
package import ServerSentEvents
import ServiceLifecycle

/// An endless HTTP response with the events of one or more feeds as server-sent events.
///
/// It ends when one of its feeds ends, when ``end()`` is called, when the client disconnects, and at once when the
/// server shuts down. A slow client delays only its own events: at most one event of each feed waits here, and the host
/// merges the later ones. At every heartbeat a comment is sent, so that both sides notice a dead connection.
package final class EventStream: Sendable {
    private struct Part: Sendable {
        var text: String
        var written = OneTimeSignal()
    }

    private let parts: AsyncStream<Part>
    private let input: AsyncStream<Part>.Continuation

    package init() { (parts, input) = AsyncStream.makeStream() }

    /// Ends the stream after the events that are already queued.
    package func end() { input.finish() }

    /// Returns the response; its body runs the stream, which can run only once, and then calls `onEnd`.
    ///
    /// The body of the request is read to notice that the client disconnects.
    package func response(
        to request: Request,
        feeds: [EventFeed],
        heartbeat: Duration = .seconds(15),
        clock: some Clock<Duration> = ContinuousClock(),
        onEnd: @escaping @Sendable () -> Void = {}
    ) -> Response {
        let headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                defer { onEnd() }
                // It is cancelled and awaited at the end of this scope.
                async let _ = self.endWhenClientDisconnects(request)
                try await self.run(feeds, heartbeat: heartbeat, clock: clock) { text in
                    try await writer.write(ByteBuffer(string: text))
                }
                try await writer.finish(nil)
            }
        )
    }

    /// Writes events and comments until the stream ends, as it does at an event that cannot be encoded.
    @concurrent
    package func run(
        _ feeds: [EventFeed],
        heartbeat: Duration,
        clock: some Clock<Duration>,
        write: @concurrent (String) async throws -> Void
    ) async throws {
        // These are cancelled and awaited at the end of this scope.
        async let _ = forward(feeds)
        async let _ = sendHeartbeats(every: heartbeat, clock: clock)
        async let _ = endOnShutdown()
        for await part in parts {
            try await write(part.text)
            part.written.raise()
        }
    }
}

// MARK: - Concurrent with the writing

extension EventStream {
    /// Forwards events until one of the feeds ends; each feed waits until its last event was written.
    private func forward(_ feeds: [EventFeed]) async throws {
        defer { end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for feed in feeds {
                group.addTask { try await feed.run { await self.write($0.text) } }
            }
            try await group.next()
        }
    }

    private func sendHeartbeats(every interval: Duration, clock: some Clock<Duration>) async throws {
        while !Task.isCancelled {
            try await clock.sleep(for: interval)
            await write(": still here\n\n")
        }
    }

    /// Queues a text; returns when it was written, or when the task is cancelled.
    private func write(_ text: String) async {
        let part = Part(text: text)
        input.yield(part)
        await part.written.wait()
    }

    private func endOnShutdown() async throws {
        try await gracefulShutdown()
        end()
    }

    /// Ends the stream if the client disconnects; returns when its task is cancelled.
    private func endWhenClientDisconnects(_ request: Request) async throws {
        let never = OneTimeSignal()
        try await request.body.consumeWithInboundCloseHandler { _ in
            await never.wait()
        } onInboundClosed: {
            self.end()
        }
    }
}

/// One source of an ``EventStream``: events of one kind, with their encoding.
package struct EventFeed: Sendable {
    let run: @Sendable (_ send: @Sendable (ServerSentEvent) async -> Void) async throws -> Void

    /// Makes a feed of events, which are cancelled when the stream ends, and end the stream when they end.
    ///
    /// An event for which `encode` returns `nil` is skipped. An error ends the stream.
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
