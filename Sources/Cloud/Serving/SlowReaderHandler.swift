import NIOCore

/// Closes a connection whose other side has not read what waits for it for some time.
final class SlowReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let patience: TimeAmount
    private var closing: Scheduled<Void>?

    init(patience: TimeAmount = .seconds(20)) { self.patience = patience }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        closing?.cancel()
        closing = nil
        if !context.channel.isWritable {
            let channel = context.channel
            closing = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        closing = nil
        context.fireChannelInactive()
    }
}
