import Dispatch
import Glibc
package import NetworkAddresses
import Synchronization

/// Finds the addresses of a host.
package struct HostResolver: Sendable {
    /// Finds the addresses of a host, best first; empty if there are none.
    package let addresses: @Sendable (_ host: String) async throws(CancellationError) -> [NetworkAddress]

    /// Makes a resolver of one's own.
    package init(addresses: @escaping @Sendable (_ host: String) async throws(CancellationError) -> [NetworkAddress]) {
        self.addresses = addresses
    }

    /// Asks the system (`getaddrinfo`).
    ///
    /// A look-up occupies one of sixteen threads, also after its caller was cancelled; more than that wait.
    package static func system() -> HostResolver {
        let turn = Turn(lines: (0..<16).map { DispatchQueue(label: "today.resolver.\($0)") })
        return HostResolver { host throws(CancellationError) in
            let answer = CancellableFuture<[NetworkAddress]>()
            return try await answer.wait { turn.take().async { answer.finish(lookUp(host)) } }
        }
    }

    /// Gives each look-up the next line.
    private final class Turn: Sendable {
        private let lines: [DispatchQueue]
        private let count = Atomic(0)

        init(lines: [DispatchQueue]) { self.lines = lines }

        func take() -> DispatchQueue { lines[count.wrappingAdd(1, ordering: .relaxed).oldValue % lines.count] }
    }

    private static func lookUp(_ host: String) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [NetworkAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = address(of: entry), !addresses.contains(address) { addresses.append(address) }
            next = entry.ai_next
        }
        return addresses
    }

    private static func address(of entry: addrinfo) -> NetworkAddress? {
        let bytes = UnsafeRawPointer(entry.ai_addr)
        switch entry.ai_family {
        case AF_INET: return bytes.map { NetworkAddress($0.loadUnaligned(as: sockaddr_in.self).sin_addr) }
        case AF_INET6: return bytes.map { NetworkAddress($0.loadUnaligned(as: sockaddr_in6.self).sin6_addr) }
        default: return nil
        }
    }
}
