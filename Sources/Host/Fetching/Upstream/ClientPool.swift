import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTPCompression
import NetworkAddresses
import Synchronization

/// A pool of HTTP clients that each connect to one address for one host.
///
/// A client does not resolve names: it gets the address that was checked, and uses the host for the `Host` header and
/// for TLS. A connection to any other address is closed before a byte is sent. A few idle clients stay in the pool for
/// their connections.
final class ClientPool: Sendable {
    private struct Key: Hashable {
        let host: String
        let address: NetworkAddress
    }

    private struct Entry {
        let client: HTTPClient
        var users: Int
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses = 0
    }

    /// The largest number of idle clients.
    private static let idleLimit = 8

    private let limits: FetchLimits
    private let logger: Logger
    private let state = Mutex(State())

    init(limits: FetchLimits, logger: Logger) {
        self.limits = limits
        self.logger = logger
    }

    /// Runs a function with the client for a host at an address.
    func withClient<Value>(
        for host: String,
        at address: NetworkAddress,
        _ body: (HTTPClient) async throws -> Value
    ) async throws -> Value {
        let key = Key(host: host, address: address)
        let client = acquire(key)
        defer { release(key) }
        return try await body(client)
    }

    /// Closes all clients, which must not be in use any more.
    func close() async {
        let clients = state.withLock { state in
            let clients = state.entries.values.map(\.client)
            state.entries = [:]
            return clients
        }
        for client in clients {
            do {
                try await client.shutdown()
            } catch {
                logger.warning("An HTTP client did not close", metadata: ["error": "\(error)"])
            }
        }
    }

    private func acquire(_ key: Key) -> HTTPClient {
        state.withLock { state in
            state.uses += 1
            if var entry = state.entries[key] {
                entry.users += 1
                entry.lastUse = state.uses
                state.entries[key] = entry
                return entry.client
            }
            let client = makeClient(for: key)
            state.entries[key] = Entry(client: client, users: 1, lastUse: state.uses)
            return client
        }
    }

    private func release(_ key: Key) {
        let client: HTTPClient? = state.withLock { state in
            state.entries[key]?.users -= 1
            let idle = state.entries.filter { $0.value.users == 0 }
            guard idle.count > Self.idleLimit, let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return nil }
            return state.entries.removeValue(forKey: oldest.key)?.client
        }
        client?.shutdown().whenFailure { [logger] error in
            logger.warning("An HTTP client did not close", metadata: ["error": "\(error)"])
        }
    }

    private func makeClient(for key: Key) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = TimeAmount(limits.connectTime)
        configuration.connectionPool.idleTimeout = .seconds(60)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.decompression = .enabled(limit: .size(limits.bodyBytes))
        configuration.dnsOverride = [key.host: key.address.description]
        configuration.http1_1ConnectionDebugInitializer = { channel in
            let reached = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
            guard reached == key.address else {
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(WrongAddressError())
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return HTTPClient(configuration: configuration)
    }

    /// A connection reached an address that was not checked.
    private struct WrongAddressError: Error {}
}
