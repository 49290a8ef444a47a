import CLinux
import Glibc
package import NIOCore

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
    package static let isKnownOfLoopback: Bool = {
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
