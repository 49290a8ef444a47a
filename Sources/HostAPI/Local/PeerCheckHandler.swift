import Foundation
import Glibc
import Logging
import NIOCore

/// Closes a connection over a Unix socket at once unless it comes from the person, or from root.
final class PeerCheckHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    /// The C library's `ucred`, which it shows to C programs alone.
    private struct Credentials: Sendable {
        var pid: pid_t
        var uid: uid_t
        var gid: gid_t
    }

    private let logger: Logger
    private let allowed: Set<uid_t>
    private var isTrusted = false

    init(allowed: Set<uid_t> = [getuid(), 0], logger: Logger) {
        self.allowed = allowed
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { check(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        check(context)
        if isTrusted { context.fireChannelActive() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isTrusted { context.fireChannelRead(data) }
    }

    private func check(_ context: ChannelHandlerContext) {
        guard !isTrusted else { return }
        if let user = peer(of: context.channel), allowed.contains(user) {
            isTrusted = true
        } else {
            logger.notice("Refused a connection of another user")
            context.close(promise: nil)
        }
    }

    /// The user at the other end, as the kernel noted it when the connection was made.
    private func peer(of channel: any Channel) -> uid_t? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        // On the channel's own event loop the future is complete when it is returned.
        var user: uid_t?
        let future: EventLoopFuture<Credentials> =
            provider.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
        future.assumeIsolated().whenSuccess { user = $0.uid }
        return user
    }
}
