import CLinux
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

/// Finds the user at the other end of a connection on this machine.
package enum PeerUser {
    /// The C library's `ucred`, which it shows to C programs alone.
    private struct Credentials: Sendable {
        var pid: pid_t
        var uid: uid_t
        var gid: gid_t
    }

    /// The user at the other end of a Unix socket, as the kernel noted it when the connection was made (unix(7),
    /// `SO_PEERCRED`).
    ///
    /// To be called on the channel's event loop.
    @Sendable package static func ofUnixSocket(_ channel: any Channel) -> UInt32? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        // On the channel's own event loop the future is complete when it is returned.
        var user: uid_t?
        let future: EventLoopFuture<Credentials> =
            provider.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
        future.assumeIsolated().whenSuccess { user = $0.uid }
        return user
    }

    /// The user at the other end of a TCP connection within this machine: whoever has that socket open (sock_diag(7)).
    @Sendable package static func ofLoopback(_ channel: any Channel) -> UInt32? {
        guard let near = channel.localAddress, let far = channel.remoteAddress else { return nil }
        return near.withSockAddr { near, _ in
            far.withSockAddr { far, _ in
                var user = uid_t()
                return clinux_tcp_owner(near, far, &user) == 0 ? user : nil
            }
        }
    }

    /// Whether this kernel says whose TCP connections are: some have no sock_diag.
    ///
    /// It was tried on a connection of this process to itself.
    package static let canIdentifyLoopbackPeers: Bool = {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let (listener, client) = (socket(AF_INET, type, 0), socket(AF_INET, type, 0))
        defer { for descriptor in [listener, client] where descriptor >= 0 { close(descriptor) } }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { near in
                guard bind(listener, near, size) == 0, listen(listener, 1) == 0,
                    getsockname(listener, near, &size) == 0, connect(client, near, size) == 0
                else { return false }
                var own = sockaddr_in()
                return withUnsafeMutablePointer(to: &own) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { far in
                        var user = uid_t()
                        return getsockname(client, far, &size) == 0 && clinux_tcp_owner(near, far, &user) == 0
                            && user == geteuid()
                    }
                }
            }
        }
    }()
}

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
