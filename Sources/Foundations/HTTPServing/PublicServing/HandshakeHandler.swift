package import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake takes too long or that is displaced; must be placed after the TLS handler.
package final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    private let connections: WaitingConnections
    private let timeout: TimeAmount
    private var closing: Scheduled<Void>?

    /// Creates a handler for one connection, with the longest time for the handshake.
    package init(_ connections: WaitingConnections, timeout: TimeAmount = .seconds(10)) {
        self.connections = connections
        self.timeout = timeout
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    package func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { end(context) }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end(context)
        context.fireChannelInactive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard closing == nil else { return }
        let channel = context.channel
        connections.add(channel)
        closing = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    }

    private func end(_ context: ChannelHandlerContext) {
        guard let closing else { return }
        closing.cancel()
        self.closing = nil
        connections.remove(context.channel)
    }
}
