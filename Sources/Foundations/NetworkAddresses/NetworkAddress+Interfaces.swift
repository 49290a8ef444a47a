import Glibc

extension NetworkAddress {
    /// The addresses of this machine's active interfaces, in their order.
    ///
    /// An interface to which nothing is attached, such as the bridge of a container engine without containers, is not
    /// active. Link-local IPv6 addresses are left out, since a URL cannot name the interface that belongs to one.
    package static var ofThisMachine: [NetworkAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        let active = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
        var addresses: [NetworkAddress] = []
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap({ $0?.pointee }) {
            guard entry.ifa_flags & active == active, let address = entry.ifa_addr.flatMap(Self.init(_:)),
                !(address.bytes[0] == 0xFE && address.bytes.count == 16), !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses
    }

    /// Wraps the address of a socket; `nil` if it is no IP address.
    private init?(_ address: UnsafeMutablePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET: self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr)
        case AF_INET6: self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr)
        default: return nil
        }
    }
}
