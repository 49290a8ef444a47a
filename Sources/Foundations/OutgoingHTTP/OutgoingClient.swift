package import AsyncHTTPClient
import FoundationEssentials
import Glibc
import NIOCore
import NetworkAddresses
import Synchronization

/// An HTTP client for servers that others name, which connects only to addresses that the caller's policy allows.
///
/// The name is resolved for each request, and the addresses that are not allowed are dropped without an attempt to
/// connect. The connection goes to an address that was checked, while `Host` and TLS keep the name; a connection to any
/// other address is closed. Redirects are not followed. A few idle clients are kept for the reuse of their connections.
package final class OutgoingClient: Sendable {
    private struct Key: Hashable {
        let host: String
        let address: NetworkAddress
    }

    private struct Entry {
        let client: HTTPClient
        var users = 0
        var lastUse = 0
        /// `true` if the last attempt to connect succeeded.
        var isReachable = false
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses = 0
        var isClosed = false
    }

    /// The largest number of idle clients.
    private static let idleLimit = 8
    /// The largest number of addresses that are tried for a server.
    private static let addressLimit = 4

    private let configuration: HTTPClient.Configuration
    private let resolver: AddressResolver
    private let state = Mutex(State())

    /// Creates a client, which overrides the settings for redirects, names and the checks of connections;
    /// ``shutdown()`` must be called when it is no longer used.
    package init(_ configuration: HTTPClient.Configuration, resolver: AddressResolver = .system()) {
        var configuration = configuration
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        self.configuration = configuration
        self.resolver = resolver
    }

    /// Sends a request, and reads its response, whose body ends when `read` returns, all within `time`; if the
    /// connection to an address fails, the next one is tried.
    ///
    /// - Throws: ``OutgoingFailure`` if there was no connection; an error of AsyncHTTPClient, of NIO, or of `read`.
    package func send<Value>(
        _ request: HTTPClientRequest,
        to policy: AddressPolicy,
        within time: Duration,
        _ read: (HTTPClientResponse) async throws -> Value
    ) async throws -> Value {
        let deadline = NIODeadline.now() + TimeAmount(time)
        guard let host = Self.host(of: request.url) else { throw HTTPClientError.emptyHost }
        let found = try await resolver.addresses(host)
        guard !found.isEmpty else { throw OutgoingFailure.notFound }
        let allowed = preferred(found.filter(policy.allows), of: host)
        var failure = OutgoingFailure.notAllowed
        for address in allowed.prefix(Self.addressLimit) {
            do {
                return try await withClient(Key(host: host, address: address)) { client in
                    try await read(try await Self.connect(client, request, deadline: deadline))
                }
            } catch let error as OutgoingFailure {
                failure = error
            }
        }
        throw failure
    }

    /// Closes all connections; must not be called during a request, and later requests throw a `CancellationError`.
    package func shutdown() async throws {
        let clients = state.withLock { state in
            defer { state.entries = [:] }
            state.isClosed = true
            return state.entries.values.map(\.client)
        }
        var failure: (any Error)?
        for client in clients {
            do { try await client.shutdown() } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Returns the host of a URL as AsyncHTTPClient parses it, which the keys of `dnsOverride` must equal.
    private static func host(of url: String) -> String? {
        guard let host = URL(string: url)?.host, !host.isEmpty else { return nil }
        return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Sorts the addresses that were reached before to the front.
    private func preferred(_ addresses: [NetworkAddress], of host: String) -> [NetworkAddress] {
        let isReachable = state.withLock { state in
            addresses.map { state.entries[Key(host: host, address: $0)]?.isReachable == true }
        }
        let pairs = zip(addresses, isReachable)
        return pairs.filter(\.1).map(\.0) + pairs.filter { !$0.1 }.map(\.0)
    }

    private static func connect(
        _ client: HTTPClient,
        _ request: HTTPClientRequest,
        deadline: NIODeadline
    ) async throws -> HTTPClientResponse {
        do {
            return try await client.execute(request, deadline: deadline)
        } catch let error where didNotConnect(error) {
            throw OutgoingFailure.unreachable(error)
        }
    }

    private func withClient<Value>(_ key: Key, _ body: (HTTPClient) async throws -> Value) async throws -> Value {
        let client = try acquire(key)
        var isReachable = true
        defer { release(key, isReachable: isReachable) }
        do {
            return try await body(client)
        } catch let error as OutgoingFailure {
            isReachable = false
            throw error
        }
    }

    private func acquire(_ key: Key) throws -> HTTPClient {
        try state.withLock { state in
            guard !state.isClosed else { throw CancellationError() }
            state.uses += 1
            var entry = state.entries[key] ?? Entry(client: makeClient(for: key))
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[key] = entry
            return entry.client
        }
    }

    private func release(_ key: Key, isReachable: Bool) {
        let client: HTTPClient? = state.withLock { state in
            state.entries[key]?.users -= 1
            state.entries[key]?.isReachable = isReachable
            let idle = state.entries.filter { $0.value.users == 0 }
            guard idle.count > Self.idleLimit, let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return nil }
            return state.entries.removeValue(forKey: oldest.key)?.client
        }
        // Connections that fail to close end with the process.
        client?.shutdown().whenComplete { _ in }
    }

    private func makeClient(for key: Key) -> HTTPClient {
        var configuration = configuration
        configuration.dnsOverride = [key.host: key.address.description]
        let check: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
            let reached = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
            if reached == key.address { return channel.eventLoop.makeSucceededVoidFuture() }
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(OutgoingFailure.notAllowed)
        }
        configuration.http1_1ConnectionDebugInitializer = check
        configuration.http2ConnectionDebugInitializer = check
        return HTTPClient(configuration: configuration)
    }

    /// Returns `true` if an error means that no connection was made, so that another address can be tried.
    private static func didNotConnect(_ error: any Error) -> Bool {
        switch error {
        case let error as IOError:
            [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EADDRNOTAVAIL].contains(error.errnoCode)
        case let error as HTTPClientError: error == .connectTimeout || error == .getConnectionFromPoolTimeout
        case ChannelError.connectTimeout: true
        default: false
        }
    }
}

/// The reason why ``OutgoingClient`` has not sent a request.
package enum OutgoingFailure: Error {
    /// The server's name has no address.
    case notFound
    /// The policy allows none of the server's addresses.
    case notAllowed
    /// The connection to each address failed; the error is that of the last one, for a log.
    case unreachable(any Error)
}
