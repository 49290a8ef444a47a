import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Switches an HTTP connection to WebSocket as soon as a response with status 101 is written.
///
/// That can be the answer to any request of the connection: clients ask other things on it first. The HTTP handlers go,
/// and the rest of the pipeline sees ``WebSocketMessages`` in their place.
final class WebSocketSwitch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum State {
        case http
        /// The decoder is on its way out; what is written meanwhile waits.
        case switching([(NIOAny, EventLoopPromise<Void>?)])
        case switched
    }

    private var state = State.http

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch state {
        case .http:
            guard case .head(let head) = unwrapOutboundIn(data), head.status == .switchingProtocols else {
                context.write(data, promise: promise)
                return
            }
            state = .switching([(data, promise)])
            removeDecoder(context)
        case .switching(let waiting):
            state = .switching(waiting + [(data, promise)])
        case .switched:
            context.write(data, promise: promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        if case .switching = state { return }
        context.flush()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        guard case .switching(let waiting) = state else { return }
        state = .switched
        for (_, promise) in waiting { promise?.fail(ChannelError.ioOnClosedChannel) }
    }

    private func removeDecoder(_ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
            // The client says nothing before it has the response, which goes out after this.
            pipeline.removeHandler(context: decoder).assumeIsolated().whenComplete { result in
                switch result {
                case .success: self.finish(context)
                case .failure: context.close(promise: nil)
                }
            }
        } catch {
            context.close(promise: nil)
        }
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard case .switching(let waiting) = state, let head = waiting.first else { return }
        let pipeline = context.pipeline.syncOperations
        do {
            context.writeAndFlush(head.0, promise: head.1)
            let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
            let codec = try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self)
            pipeline.removeHandler(context: encoder, promise: nil)
            pipeline.removeHandler(context: codec, promise: nil)
            let handlers: [any ChannelHandler] = [
                WebSocketFrameEncoder(),
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: WebSocketMessages.frameLimit)),
                WebSocketProtocolErrorHandler(),
                WebSocketMessages(),
            ]
            try pipeline.addHandlers(handlers, position: .before(self))
        } catch {
            context.close(promise: nil)
            return
        }
        state = .switched
        for (data, promise) in waiting.dropFirst() { context.write(data, promise: promise) }
        context.flush()
        pipeline.removeHandler(context: context, promise: nil)
    }
}
