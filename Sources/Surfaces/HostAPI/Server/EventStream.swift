import AsyncPrimitives
import HTTPTypes
import HostClock
package import Hummingbird
import NIOCore
package import ServerSentEvents
import ServiceLifecycle

/// A response that goes on: what happens in the host, as server-sent events.
///
/// It ends when the events of one of its feeds end, when ``end()`` is called, when the client leaves, and at once when
/// the server is asked to shut down. A client that reads slowly holds back its own events alone: at most one of each
/// feed waits here, the rest where the host merges them. A comment is sent every so often, so that both sides notice a
/// dead connection.
package final class EventStream: Sendable {
    /// Something to write, and the signal that it is written.
    private struct Part: Sendable {
        var text: String
        var written = OneTimeSignal()
    }

    private let parts: AsyncStream<Part>
    private let input: AsyncStream<Part>.Continuation

    /// Makes a stream that has not begun.
    package init() { (parts, input) = AsyncStream.makeStream() }

    /// Ends the stream after what it already holds.
    package func end() { input.finish() }

    /// Makes the response; its body runs the stream, once.
    ///
    /// - Parameters:
    ///   - request: The request that is answered; its body is read to learn when the client leaves.
    ///   - feeds: What happens.
    ///   - heartbeat: How long the time between two comments is.
    ///   - clock: What measures it.
    ///   - onEnd: Called once when the stream has ended.
    /// - Returns: The response.
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
                // Cancelled and awaited where this scope ends.
                async let _ = self.endWhenClientLeaves(request)
                try await self.run(feeds, heartbeat: heartbeat, clock: clock) { text in
                    try await writer.write(ByteBuffer(string: text))
                }
                try await writer.finish(nil)
            }
        )
    }

    /// Writes events and comments until the stream ends.
    ///
    /// - Throws: What `write` throws. An event that cannot be encoded ends the stream.
    @concurrent
    package func run(
        _ feeds: [EventFeed],
        heartbeat: Duration,
        clock: some Clock<Duration>,
        write: @concurrent (String) async throws -> Void
    ) async throws {
        // These are cancelled and awaited where this scope ends.
        async let _ = pass(feeds)
        async let _ = beat(every: heartbeat, clock: clock)
        async let _ = endOnShutdown()
        for await part in parts {
            try await write(part.text)
            part.written.give()
        }
    }
}

// MARK: - What runs beside the writing

extension EventStream {
    /// Passes events on until one of the feeds ends, the next one of each when its last one is written.
    private func pass(_ feeds: [EventFeed]) async throws {
        defer { end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for feed in feeds {
                group.addTask { try await feed.run { await self.write($0.text) } }
            }
            try await group.next()
        }
    }

    private func beat(every interval: Duration, clock: some Clock<Duration>) async throws {
        while !Task.isCancelled {
            try await clock.sleep(for: interval)
            await write(": still here\n\n")
        }
    }

    /// Returns when the text is written, or when the task is cancelled.
    private func write(_ text: String) async {
        let part = Part(text: text)
        input.yield(part)
        await part.written.wait()
    }

    private func endOnShutdown() async throws {
        try await gracefulShutdown()
        end()
    }

    /// Returns when its task is cancelled; the stream has ended before if the client left.
    private func endWhenClientLeaves(_ request: Request) async throws {
        let never = OneTimeSignal()
        try await request.body.consumeWithInboundCloseHandler { _ in
            await never.wait()
        } onInboundClosed: {
            self.end()
        }
    }
}

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
