package import NIOCore
import NIOSSL

/// Writes parts of a response body directly to the socket, bypassing the HTTP handlers of the pipeline; each part
/// becomes one chunk (RFC 9112, section 7.1).
///
/// For HTTP/1.1 connections, with or without TLS; the streams of HTTP/2 have no chunks.
///
/// It serves streams that send the same data to many clients at the same time: a part costs one write to the socket and
/// nothing else. The response must be chunked, as every response without a `Content-Length` is; its head and its end
/// are written by the HTTP handlers as usual. Between ``begin(on:)`` and ``end()`` nothing else may write to the
/// connection.
package final class ChunkWriter: Sendable {
    package let eventLoop: any EventLoop
    private let handler: NIOLoopBound<ChunkWriterHandler>

    private init(_ handler: NIOLoopBound<ChunkWriterHandler>, on eventLoop: any EventLoop) {
        self.handler = handler
        self.eventLoop = eventLoop
    }

    /// Creates a writer for a connection, after the head of the response was written; throws `ChannelError` if it is
    /// closed.
    package static func begin(on channel: any Channel) async throws -> ChunkWriter {
        let eventLoop = channel.eventLoop
        let handler = try await eventLoop.submit {
            let handler = ChunkWriterHandler()
            let pipeline = channel.pipeline.syncOperations
            if let security = try? pipeline.handler(type: NIOSSLServerHandler.self) {
                // The TLS handler encrypts what this handler writes.
                try pipeline.addHandler(handler, position: .after(security))
            } else {
                try pipeline.addHandler(handler, position: .first)
            }
            return NIOLoopBound(handler, eventLoop: eventLoop)
        }.get()
        return ChunkWriter(handler, on: eventLoop)
    }

    /// `true` while the client reads as fast as data is sent; must be read on the event loop.
    package var isWritable: Bool { handler.value.context?.channel.isWritable ?? false }

    /// Writes a part without waiting; must be called on the event loop.
    package func writeAtOnce(_ text: String) { handler.value.write(text, promise: nil) }

    /// Writes a part, and waits while the client is too slow; cancellation during the wait closes the connection.
    package func write(_ text: String) async throws {
        // A NIO future ignores cancellation, so the wait for a client that never reads is ended by closing the
        // connection.
        try await withTaskCancellationHandler {
            try await eventLoop.flatSubmit { [eventLoop, handler] in
                let written = eventLoop.makePromise(of: Void.self)
                handler.value.write(text, promise: written)
                return self.isWritable ? eventLoop.makeSucceededVoidFuture() : written.futureResult
            }.get()
        } onCancel: {
            eventLoop.execute { [handler] in handler.value.context?.channel.close(promise: nil) }
        }
    }

    /// Returns the connection to the HTTP handlers.
    package func end() async throws {
        try await eventLoop.submit { [handler] in
            guard let context = handler.value.context else { return }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }.get()
    }
}

/// The first handler of a connection's pipeline except for TLS, from which writes go directly to the socket.
private final class ChunkWriterHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundOut = IOData

    private(set) var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func write(_ text: String, promise: EventLoopPromise<Void>?) {
        guard let context else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let count = text.utf8.count
        // An empty chunk would end the body.
        guard count > 0 else {
            promise?.succeed()
            return
        }
        var chunk = context.channel.allocator.buffer(capacity: count + 20)
        chunk.writeString(String(count, radix: 16))
        chunk.writeStaticString("\r\n")
        chunk.writeString(text)
        chunk.writeStaticString("\r\n")
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(chunk)), promise: promise)
    }
}
