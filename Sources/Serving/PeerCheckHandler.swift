import Glibc
package import Logging
package import NIOCore

/// Closes a connection at once unless it comes from the person whose process this is, or from root.
package final class PeerCheckHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    private let logger: Logger
    private let allowed: Set<UInt32>
    private let user: @Sendable (any Channel) -> UInt32?
    private var isTrusted = false

    /// Makes a handler for one connection.
    ///
    /// - Parameters:
    ///   - allowed: Who may connect.
    ///   - logger: Gets those who were refused.
    ///   - user: Finds the user at the other end of a channel, on its event loop; none if nobody is there.
    package init(
        allowed: Set<UInt32> = [getuid(), 0],
        logger: Logger,
        user: @escaping @Sendable (any Channel) -> UInt32?
    ) {
        self.allowed = allowed
        self.logger = logger
        self.user = user
    }

    /// Checks a connection that is open already.
    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { check(context) }
    }

    /// Checks a connection.
    package func channelActive(context: ChannelHandlerContext) {
        check(context)
        if isTrusted { context.fireChannelActive() }
    }

    /// Passes on what somebody who was trusted sends.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isTrusted { context.fireChannelRead(data) }
    }

    private func check(_ context: ChannelHandlerContext) {
        guard !isTrusted else { return }
        if let user = user(context.channel), allowed.contains(user) {
            isTrusted = true
        } else {
            logger.notice("Refused a connection of another user")
            context.close(promise: nil)
        }
    }
}
