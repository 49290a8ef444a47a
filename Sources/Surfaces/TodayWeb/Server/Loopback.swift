import Glibc
package import HostModel
import TodayProtocol

/// The loopback addresses of this machine, and their free ports.
package enum Loopback {
    /// `true` if the machine has `::1`.
    static var hasIPv6: Bool { probe(port: 0, isIPv6: true) != nil }

    /// Ports that the system does not use for outgoing connections, which could take the stored port while the host is
    /// down.
    private static let ports = 20_000..<32_768

    /// Returns a random port that is free on all loopback addresses.
    package static func freePort() throws(HostError) -> Int {
        for _ in 0..<64 {
            let port = Int.random(in: ports)
            if isFree(port) { return port }
        }
        throw HostError(.stateUnavailable, "No port is free on 127.0.0.1.")
    }

    /// Checks that the server can listen on a port.
    ///
    /// - Throws: `stateUnavailable` with a sentence that names the port.
    static func check(_ port: Int) throws(HostError) {
        guard isFree(port) else {
            throw HostError(
                .stateUnavailable,
                "Port \(port), which this Today has for its pages, is in use or not allowed; free it, or choose another with --port."
            )
        }
    }

    /// Returns `true` if a port is free on all loopback addresses.
    package static func isFree(_ port: Int) -> Bool {
        probe(port: port, isIPv6: false) != nil && (!hasIPv6 || probe(port: port, isIPv6: true) != nil)
    }

    /// Binds a port, 0 for any, for a moment, and returns it; `nil` if it cannot be bound.
    private static func probe(port: Int, isIPv6: Bool) -> Int? {
        let descriptor = socket(
            isIPv6 ? AF_INET6 : AF_INET,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        return isIPv6 ? bind6(descriptor, port) : bind4(descriptor, port)
    }

    private static func bind4(_ descriptor: Int32, _ port: Int) -> Int? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        guard bindAndListen(descriptor, &address) else { return nil }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    private static func bind6(_ descriptor: Int32, _ port: Int) -> Int? {
        var only: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &only, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = in_port_t(port).bigEndian
        address.sin6_addr = in6addr_loopback
        guard bindAndListen(descriptor, &address) else { return nil }
        return Int(in_port_t(bigEndian: address.sin6_port))
    }

    private static func bindAndListen<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
        var size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
    }
}
