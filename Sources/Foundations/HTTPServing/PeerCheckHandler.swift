import CLinux
import Glibc
package import Logging
package import NIOCore
package import NetworkAddresses

/// Closes a connection at once unless its client may connect: a program of the user of this process or of root, a
/// trusted proxy, or a machine of a private network.
package final class PeerCheckHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    private let logger: Logger
    private let refusal: Logger.Message
    private let mayConnect: @Sendable (any Channel) -> Bool
    private var isTrusted = false

    /// Creates a handler for one connection, to which only the users with the given ids may connect; `user` returns the
    /// id of the one at the other end of a channel, on its event loop, or `nil`.
    package init(
        allowed: Set<UInt32> = [getuid(), 0],
        logger: Logger,
        user: @escaping @Sendable (any Channel) -> UInt32?
    ) {
        self.logger = logger
        refusal = "Refused a connection of another user"
        mayConnect = { channel in user(channel).map(allowed.contains) ?? false }
    }

    /// Creates a handler for one connection, to which only proxies may connect.
    package init(proxies: [AddressRange], logger: Logger) {
        self.logger = logger
        refusal = "Refused a connection that does not come from a trusted proxy"
        mayConnect = { channel in
            guard let address = channel.remoteAddress?.ipAddress.flatMap(NetworkAddress.init(_:)) else { return false }
            return proxies.contains { $0.contains(address) }
        }
    }

    /// Creates a handler for one connection, to which only machines of private networks may connect.
    ///
    /// Most routers that forward connections from the internet keep the addresses of their clients. Whatever hides them,
    /// such as a proxy on a machine of the network, lets all of them in.
    package init(privateNetworksOnly logger: Logger) {
        self.logger = logger
        refusal = "Refused a connection that does not come from a private network"
        mayConnect = { channel in
            channel.remoteAddress?.ipAddress.flatMap(NetworkAddress.init(_:))?.isPrivate ?? false
        }
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { check(context) }
    }

    package func channelActive(context: ChannelHandlerContext) {
        check(context)
        if isTrusted { context.fireChannelActive() }
    }

    /// Forwards data if the connection is trusted, and drops it otherwise.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isTrusted { context.fireChannelRead(data) }
    }

    private func check(_ context: ChannelHandlerContext) {
        guard !isTrusted else { return }
        if mayConnect(context.channel) {
            isTrusted = true
        } else {
            logger.notice(refusal)
            context.close(promise: nil)
        }
    }
}

/// Finds the user at the other end of a connection on this machine.
package enum PeerUser {
    /// The C library's `ucred`, which its headers declare for C programs only.
    private struct Credentials: Sendable {
        var pid: pid_t
        var uid: uid_t
        var gid: gid_t
    }

    /// Returns the user at the other end of a Unix socket, as the kernel recorded it when the connection was made
    /// (unix(7), `SO_PEERCRED`); must be called on the channel's event loop.
    @Sendable package static func ofUnixSocket(_ channel: any Channel) -> UInt32? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        // On the channel's own event loop the future is complete when it is returned.
        var user: uid_t?
        let future: EventLoopFuture<Credentials> =
            provider.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
        future.assumeIsolated().whenSuccess { user = $0.uid }
        return user
    }

    /// Returns the user who owns the socket at the other end of a TCP connection, if that is on this machine
    /// (sock_diag(7)).
    @Sendable package static func ofLoopback(_ channel: any Channel) -> UInt32? {
        guard let near = channel.localAddress, let far = channel.remoteAddress else { return nil }
        return near.withSockAddr { near, _ in
            far.withSockAddr { far, _ in
                var user = uid_t()
                return clinux_tcp_owner(near, far, &user) == 0 ? user : nil
            }
        }
    }

    /// `true` if this kernel reports the owners of TCP connections, which some do not, determined with one to this
    /// process.
    package static let canIdentifyLoopbackPeers: Bool = {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let (listener, client) = (socket(AF_INET, type, 0), socket(AF_INET, type, 0))
        defer { for descriptor in [listener, client] where descriptor >= 0 { close(descriptor) } }
        // An IPv4 address is as large as `sockaddr`.
        return withUnsafeTemporaryAllocation(of: sockaddr.self, capacity: 2) { addresses in
            guard let near = addresses.baseAddress else { return false }
            let far = near + 1
            var size = socklen_t(MemoryLayout<sockaddr>.size)
            guard let free = try? SocketAddress(ipAddress: "127.0.0.1", port: 0),
                free.withSockAddr({ bind(listener, $0, socklen_t($1)) }) == 0, listen(listener, 1) == 0,
                getsockname(listener, near, &size) == 0, connect(client, near, size) == 0,
                getsockname(client, far, &size) == 0
            else { return false }
            var user = uid_t()
            return clinux_tcp_owner(near, far, &user) == 0 && user == geteuid()
        }
    }()
}
