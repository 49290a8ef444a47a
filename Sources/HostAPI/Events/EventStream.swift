import HTTPTypes
import HostClock
package import Hummingbird
import NIOCore
import ServiceLifecycle
package import TodayScreen

/// A response that goes on: what happens on the screen, as server-sent events.
///
/// It ends when the events end, when ``end()`` is called, when the client leaves, and at once when the server is asked
/// to shut down. A client that reads slowly holds back its own events alone: at most one waits here, the rest where
/// the host merges them. A comment is sent every so often, so that both sides notice a dead connection.
package final class EventStream: Sendable {
    private enum Part: Sendable {
        case text(String)
        case heartbeat
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
    ///   - events: What happens. It is cancelled when the stream ends.
    ///   - heartbeat: How long the time between two comments is.
    ///   - clock: What measures it.
    ///   - encode: Writes an event for the client; none to pass over it.
    ///   - onEnd: Called once when the stream has ended.
    /// - Returns: The response.
    package func response(
        to request: Request,
        events: AsyncStream<ScreenEvent>,
        heartbeat: Duration = .seconds(15),
        clock: some Clock<Duration> = ContinuousClock(),
        encode: @escaping @Sendable (ScreenEvent) async throws -> ServerSentEvent?,
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
                try await self.run(events, heartbeat: heartbeat, clock: clock, encode: encode) { text in
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
        _ events: AsyncStream<ScreenEvent>,
        heartbeat: Duration,
        clock: some Clock<Duration>,
        encode: @escaping @Sendable (ScreenEvent) async throws -> ServerSentEvent?,
        write: @concurrent (String) async throws -> Void
    ) async throws {
        let (eventCredits, eventDone) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (beatCredits, beatDone) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        // These are cancelled and awaited where this scope ends.
        async let _ = pass(events, encode: encode, credits: eventCredits)
        async let _ = beat(every: heartbeat, clock: clock, credits: beatCredits)
        async let _ = endOnShutdown()
        for await part in parts {
            switch part {
            case .text(let text):
                try await write(text)
                eventDone.yield()
            case .heartbeat:
                try await write(": still here\n\n")
                beatDone.yield()
            }
        }
    }
}

// MARK: - What runs beside the writing

extension EventStream {
    /// Passes events on, the next one when the last one is written.
    private func pass(
        _ events: AsyncStream<ScreenEvent>,
        encode: @Sendable (ScreenEvent) async throws -> ServerSentEvent?,
        credits: AsyncStream<Void>
    ) async throws {
        defer { end() }
        var credits = credits.makeAsyncIterator()
        for await event in events {
            guard let message = try await encode(event) else { continue }
            input.yield(.text(message.text))
            await credits.next()
        }
    }

    private func beat(every interval: Duration, clock: some Clock<Duration>, credits: AsyncStream<Void>) async throws {
        var credits = credits.makeAsyncIterator()
        while !Task.isCancelled {
            try await clock.sleep(for: interval)
            input.yield(.heartbeat)
            await credits.next()
        }
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
