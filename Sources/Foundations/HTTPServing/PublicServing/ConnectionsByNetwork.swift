package import NIOCore
import NetworkAddresses
import Synchronization

/// Counts the open connections of each network, so that one network cannot take all connections of a server.
package final class ConnectionsByNetwork: Sendable {
    private let limit: Int
    private let counts = Mutex<[NetworkAddress: Int]>([:])

    package init(limit: Int) { self.limit = limit }

    /// Counts a connection with a network address until it is closed; returns `false` beyond its network's limit.
    package func add(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress?.ipAddress.flatMap(NetworkAddress.init(_:)) else { return true }
        let network = address.network
        let isAllowed = counts.withLock { counts in
            guard counts[network, default: 0] < limit else { return false }
            counts[network, default: 0] += 1
            return true
        }
        if isAllowed { channel.closeFuture.whenComplete { [self] _ in remove(network) } }
        return isAllowed
    }

    private func remove(_ network: NetworkAddress) {
        counts.withLock { counts in
            let count = counts[network, default: 0] - 1
            counts[network] = count > 0 ? count : nil
        }
    }
}
