package import NIOCore

/// Closes a connection whose client has read none of the waiting data for some time.
package final class SlowReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    private let timeout: TimeAmount
    private var closing: Scheduled<Void>?

    /// Creates a handler for one connection.
    ///
    /// - Parameter timeout: The longest time for which the connection may be unwritable.
    package init(timeout: TimeAmount = .seconds(20)) { self.timeout = timeout }

    /// Starts the timeout when the connection becomes unwritable, and stops it when it becomes writable again.
    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        closing?.cancel()
        closing = nil
        if !context.channel.isWritable {
            let channel = context.channel
            closing = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Stops the timeout.
    package func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        closing = nil
        context.fireChannelInactive()
    }
}
