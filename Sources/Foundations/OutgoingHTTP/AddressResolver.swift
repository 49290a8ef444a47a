import AsyncPrimitives
import Dispatch
import Glibc
package import NetworkAddresses
import Synchronization

/// Resolves the names of servers to addresses.
package struct AddressResolver: Sendable {
    /// Resolves a name; the addresses are sorted by preference, and empty if there are none.
    package let addresses: @Sendable (_ host: String) async throws(CancellationError) -> [NetworkAddress]

    package init(addresses: @escaping @Sendable (_ host: String) async throws(CancellationError) -> [NetworkAddress]) {
        self.addresses = addresses
    }

    /// Creates a resolver that uses `getaddrinfo`; a lookup occupies one of sixteen serial queues, even if it is
    /// cancelled.
    package static func system() -> AddressResolver {
        let rotation = QueueRotation(queues: (0..<16).map { DispatchQueue(label: "today.resolver.\($0)") })
        return AddressResolver { host throws(CancellationError) in
            let answer = CancellableFuture<[NetworkAddress]>()
            return try await answer.wait { rotation.next().async { answer.finish(lookUp(host)) } }
        }
    }

    /// Distributes lookups among the queues.
    private final class QueueRotation: Sendable {
        private let queues: [DispatchQueue]
        private let count = Atomic(0)

        init(queues: [DispatchQueue]) { self.queues = queues }

        func next() -> DispatchQueue { queues[count.wrappingAdd(1, ordering: .relaxed).oldValue % queues.count] }
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
