package import NIOCore

/// Closes a connection whose other side has not read what waits for it for some time.
package final class SlowReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    private let patience: TimeAmount
    private var closing: Scheduled<Void>?

    /// Makes a handler for one connection.
    ///
    /// - Parameter patience: For how long nothing may be read.
    package init(patience: TimeAmount = .seconds(20)) { self.patience = patience }

    /// Begins or ends the time.
    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        closing?.cancel()
        closing = nil
        if !context.channel.isWritable {
            let channel = context.channel
            closing = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Ends the time.
    package func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        closing = nil
        context.fireChannelInactive()
    }
}
