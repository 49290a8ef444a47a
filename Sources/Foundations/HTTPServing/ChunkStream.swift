import HummingbirdCore
package import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOSSL

/// Receives what happens to a ``ChunkStream``, on its event loop.
package protocol ChunkStreamDelegate: AnyObject, Sendable {
    /// The client was too slow, and has read what was written.
    func streamBecameWritable()

    /// The client has disconnected, or the server ends; the stream has ended or is ending. Called once.
    func streamEnded()
}

/// The rest of a response, on a connection that has left HTTP: parts become chunks (RFC 9112, section 7.1), and the end
/// closes the connection.
///
/// For HTTP/1.1 connections, with or without TLS; the streams of HTTP/2 have no chunks. It serves streams that are idle
/// for long and send the same data to many clients at the same time: such a stream has no HTTP handlers and no task,
/// and a part costs one write to the socket.
package final class ChunkStream: Sendable {
    /// Thrown by a response body that has called ``begin(on:leaving:)``, to end the task of the request.
    package struct TookOver: Error {
        package init() {}
    }

    package typealias HandlerType = any (RemovableChannelHandler & SendableMetatype).Type

    package let eventLoop: any EventLoop
    private let handler: NIOLoopBound<ChunkStreamHandler>

    private init(_ handler: ChunkStreamHandler, on eventLoop: any EventLoop) {
        self.handler = NIOLoopBound(handler, eventLoop: eventLoop)
        self.eventLoop = eventLoop
    }

    /// Takes a connection over after the head of a chunked response was written; throws `ChannelError` if it is closed.
    ///
    /// The body must then throw ``TookOver``, whereupon Hummingbird closes the connection, which has no effect. The
    /// server's own handlers of the types `handlers` leave the pipeline with those of HTTP.
    package static func begin(
        on channel: any Channel,
        leaving handlers: [HandlerType]
    ) async throws -> ChunkStream {
        let eventLoop = channel.eventLoop
        return try await eventLoop.submit {
            let handler = ChunkStreamHandler()
            let pipeline = channel.pipeline.syncOperations
            guard channel.isActive else { throw ChannelError.ioOnClosedChannel }
            if let security = try? pipeline.handler(type: NIOSSLServerHandler.self) {
                // The TLS handler encrypts what this handler writes.
                try pipeline.addHandler(handler, position: .after(security))
            } else {
                try pipeline.addHandler(handler, position: .first)
            }
            for type in ChunkStreamHandler.httpHandlers + handlers { pipeline.remove(type) }
            return ChunkStream(handler, on: eventLoop)
        }.get()
    }

    /// Tells the delegate what happens from now on, at once if the stream has ended; must be called on the event loop.
    package func setDelegate(_ delegate: any ChunkStreamDelegate) { handler.value.setDelegate(delegate) }

    /// `true` while the client reads as fast as data is sent; must be read on the event loop.
    package var isWritable: Bool { handler.value.context?.channel.isWritable ?? false }

    /// Writes a chunk of ``encode(_:_:into:)`` without waiting; must be called on the event loop.
    package func write(_ chunk: ByteBuffer) { handler.value.write(chunk) }

    /// Writes the end of the response and closes the connection; must be called on the event loop.
    package func end() { handler.value.end() }

    /// Replaces the content of a buffer by the chunk of a text in two parts; without text, it becomes empty.
    package static func encode(_ first: String, _ second: String = "", into buffer: inout ByteBuffer) {
        let count = first.utf8.count + second.utf8.count
        buffer.clear(minimumCapacity: count + 20)
        // An empty chunk would end the body.
        guard count > 0 else { return }
        buffer.writeString(String(count, radix: 16))
        buffer.writeStaticString("\r\n")
        buffer.writeString(first)
        buffer.writeString(second)
        buffer.writeStaticString("\r\n")
    }
}

/// The first handler of a pipeline except for TLS: it writes to the socket, and reads to notice that the client
/// disconnects.
///
/// Behind it remain a ``SlowReaderHandler``, if the server has one, and the handler of the `NIOAsyncChannel`, which cannot
/// be removed and keeps nothing.
private final class ChunkStreamHandler: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any
    typealias OutboundOut = IOData

    static let httpHandlers: [ChunkStream.HandlerType] = [
        HandshakeHandler.self, ByteToMessageHandler<HTTPRequestDecoder>.self, HTTPResponseEncoder.self,
        HTTP1ToHTTPServerCodec.self, HTTPConnectionStateHandler.self,
    ]

    private(set) var context: ChannelHandlerContext?
    private var delegate: (any ChunkStreamDelegate)?
    /// `true` until the task of the request has closed the connection, which is to stay open.
    private var hasTask = true
    private var hasEnded = false

    func setDelegate(_ delegate: any ChunkStreamDelegate) {
        self.delegate = delegate
        if context == nil || hasEnded { notifyEnd() }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        context.read()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        notifyEnd()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelReadComplete(context: ChannelHandlerContext) {
        // The handlers of the ended task ask for no more data.
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        if event as? ChannelEvent == .inputClosed || event is ChannelShouldQuiesceEvent { end() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.fireChannelWritabilityChanged()
        if context.channel.isWritable { delegate?.streamBecameWritable() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelInactive()
        notifyEnd()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard hasTask, mode != .input else {
            context.close(mode: mode, promise: promise)
            return
        }
        // It ends the output first.
        hasTask = mode == .output
        promise?.succeed()
    }

    func write(_ chunk: ByteBuffer) {
        guard let context, !hasEnded else { return }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(chunk)), promise: nil)
    }

    func end() {
        guard let context, !hasEnded else { return }
        hasEnded = true
        let lastChunk = IOData.byteBuffer(ByteBuffer(staticString: "0\r\n\r\n"))
        context.writeAndFlush(wrapOutboundOut(lastChunk)).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
        notifyEnd()
    }

    private func notifyEnd() {
        delegate?.streamEnded()
        delegate = nil
    }
}

extension ChannelPipeline.SynchronousOperations {
    fileprivate func remove<Handler: RemovableChannelHandler>(_ type: Handler.Type) {
        if let context = try? context(handlerType: type) { removeHandler(context: context, promise: nil) }
    }
}
