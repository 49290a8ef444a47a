package import NIOCore

/// Writes parts of a response's body straight to its connection, past the handlers of HTTP: each is framed as a chunk
/// (RFC 9112, section 7.1).
///
/// It is for streams that many clients get the same on at the same time: all that a part costs then is one write to the
/// socket. The response has to be chunked, as those are that say no length; its head and its end go the usual way. From
/// ``begin(on:)`` to ``end()`` nothing else may write to the connection.
package final class ChunkWriter: Sendable {
    /// What carries the connection.
    package let eventLoop: any EventLoop
    private let outlet: NIOLoopBound<ChunkWriterHandler>

    private init(_ outlet: NIOLoopBound<ChunkWriterHandler>, on eventLoop: any EventLoop) {
        self.outlet = outlet
        self.eventLoop = eventLoop
    }

    /// Begins on a connection, once the head of the response was handed to it.
    ///
    /// - Throws: `ChannelError` if the connection is closed.
    package static func begin(on channel: any Channel) async throws -> ChunkWriter {
        let eventLoop = channel.eventLoop
        let outlet = try await eventLoop.submit {
            let outlet = ChunkWriterHandler()
            try channel.pipeline.syncOperations.addHandler(outlet, position: .first)
            return NIOLoopBound(outlet, eventLoop: eventLoop)
        }.get()
        return ChunkWriter(outlet, on: eventLoop)
    }

    /// Whether the other side keeps up with what it is sent; to be asked on the event loop.
    package var isWritable: Bool { outlet.value.context?.channel.isWritable ?? false }

    /// Writes a part without waiting for anything; to be called on the event loop.
    package func writeAtOnce(_ text: String) { outlet.value.write(text, promise: nil) }

    /// Writes a part, and waits while the other side does not keep up; cancellation closes the connection then.
    ///
    /// - Throws: `ChannelError` if the connection is closed.
    package func write(_ text: String) async throws {
        // A future knows nothing of cancellation: what waits for a device that never reads has to fail.
        try await withTaskCancellationHandler {
            try await eventLoop.flatSubmit { [eventLoop, outlet] in
                let written = eventLoop.makePromise(of: Void.self)
                outlet.value.write(text, promise: written)
                return self.isWritable ? eventLoop.makeSucceededVoidFuture() : written.futureResult
            }.get()
        } onCancel: {
            eventLoop.execute { [outlet] in outlet.value.context?.channel.close(promise: nil) }
        }
    }

    /// Leaves the connection to the handlers of HTTP again.
    package func end() async throws {
        try await eventLoop.submit { [outlet] in
            guard let context = outlet.value.context else { return }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }.get()
    }
}

/// The place in a connection's pipeline from which chunks go to the socket and nowhere else.
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
        // A chunk of no bytes would be the end.
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
