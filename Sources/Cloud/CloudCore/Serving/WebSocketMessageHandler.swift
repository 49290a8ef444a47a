import NIOCore
import NIOHTTPTypes
import NIOWebSocket

/// Writes a response's body to a WebSocket (RFC 6455): parts are text messages, and the end closes the connection.
///
/// It answers and sends pings, closes a connection that is silent for two intervals, and ignores the client's messages.
final class WebSocketMessageHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = WebSocketFrame

    /// The largest size of a client's frame, in bytes; clients only send control frames.
    static let frameLimit = 4096

    private let interval: TimeAmount
    private var nextPing: Scheduled<Void>?
    private var hasReceived = true
    private var isClosing = false

    init(interval: TimeAmount = .seconds(45)) { self.interval = interval }

    func handlerAdded(context: ChannelHandlerContext) { schedulePing(context) }

    func handlerRemoved(context: ChannelHandlerContext) { stopPinging() }

    func channelInactive(context: ChannelHandlerContext) {
        stopPinging()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        hasReceived = true
        guard !isClosing else { return }
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            close(context, .protocolError)
            return
        }
        switch frame.opcode {
        case .ping:
            guard context.channel.isWritable else { return }
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose:
            var data = frame.unmaskedData
            close(context, data.readWebSocketErrorCode() ?? .normalClosure)
        case .pong, .text, .binary, .continuation:
            return
        default:
            close(context, .protocolError)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head:
            promise?.succeed(())
        case .body(let text):
            context.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: text)), promise: promise)
        case .end:
            promise?.succeed(())
            close(context, .goingAway)
        }
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
        isClosing = true
        stopPinging()
        var data = context.channel.allocator.buffer(capacity: 2)
        data.write(webSocketErrorCode: code)
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
        context.writeAndFlush(wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    private func schedulePing(_ context: ChannelHandlerContext) {
        nextPing = context.eventLoop.assumeIsolated().scheduleTask(in: interval) {
            guard self.hasReceived else {
                context.close(promise: nil)
                return
            }
            self.hasReceived = false
            if context.channel.isWritable {
                let ping = WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())
                context.writeAndFlush(self.wrapOutboundOut(ping), promise: nil)
            }
            self.schedulePing(context)
        }
    }

    private func stopPinging() {
        nextPing?.cancel()
        nextPing = nil
    }
}
