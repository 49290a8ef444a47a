package import NIOCore

/// Closes a connection whose client has read none of the waiting data for some time.
package final class SlowReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    private let timeout: TimeAmount
    private var closing: Scheduled<Void>?

    /// Creates a handler for one connection, with the longest time for which it may be unwritable.
    package init(timeout: TimeAmount = .seconds(20)) { self.timeout = timeout }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        stop()
        if !context.channel.isWritable {
            let channel = context.channel
            closing = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        closing?.cancel()
        closing = nil
    }
}
