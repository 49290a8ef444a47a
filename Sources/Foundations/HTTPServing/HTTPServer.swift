import Foundation
import Glibc
package import Hummingbird
package import HummingbirdCore
import HummingbirdHTTP2
package import Logging
package import NIOCore
import NIOPosix
package import NetworkAddresses
package import ServiceLifecycle

/// Serves HTTP on one address: HTTP/1.1, and with TLS also HTTP/2.
///
/// It does what Hummingbird's `Application` does for one responder, with three differences. It has no timer for the
/// `Date` header, since such a timer wakes an idle process every second. A graceful shutdown has a time limit: without
/// one, a client that sends half a request would delay the end of the program. And it may use several event loops.
package struct HTTPServer: Service {
    /// Where a server listens.
    package enum Address: Sendable {
        /// A TCP port of an address of this machine; 0 is any free port.
        case hostname(String, port: Int)
        /// A socket in the file system, which replaces a file that exists there.
        case unixDomainSocket(path: String)
    }

    /// As many event loops as the machine has cores.
    package static let allEventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton

    private let address: Address
    private let loops: any EventLoopGroup
    private let channel: HTTP1Channel.Configuration
    private let security: Security?
    private let connections: OpenConnections
    private let grace: Duration
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let respond: @Sendable (Request, any Channel) async throws -> Response
    private let onRunning: @Sendable (any Channel) async -> Void
    private let onShutdown: @Sendable () -> Void

    /// TLS, and the limits on waiting connections and on the connections of one network.
    package struct Security: Sendable {
        fileprivate let certificate: ServerCertificate
        fileprivate let connections: WaitingConnections
        fileprivate let networks: ConnectionsByNetwork

        /// Creates the security of one server, with the largest number of open connections of one network's clients.
        package init(_ certificate: ServerCertificate, _ connections: WaitingConnections, connectionsPerNetwork: Int) {
            self.certificate = certificate
            self.connections = connections
            networks = ConnectionsByNetwork(limit: connectionsPerNetwork)
        }
    }

    /// Creates a server; it listens when ``run()`` is called.
    ///
    /// A TCP server has a listening socket on each of the `loops`, and each connection stays on one of them. The
    /// `channel` has the handlers and the limits of each connection, or of each of its streams with HTTP/2. Connections
    /// beyond the limit of `connections`, which all loops share, wait in the backlog. The `grace` is the longest time for
    /// which requests may continue after a graceful shutdown began; `onShutdown` is called at its beginning, to end
    /// responses that would never end on their own. `onRunning` is called once the server listens, with the listening
    /// channel.
    package init<Responder: HTTPResponder>(
        _ responder: Responder,
        address: Address,
        loops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton.next(),
        channel: HTTP1Channel.Configuration,
        security: Security? = nil,
        connections: OpenConnections = OpenConnections(),
        grace: Duration,
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger,
        makeContext: @escaping @Sendable (ApplicationRequestContextSource) -> Responder.Context,
        onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in },
        onShutdown: @escaping @Sendable () -> Void = {}
    ) {
        self.address = address
        self.loops = loops
        self.channel = channel
        self.security = security
        self.connections = connections
        self.grace = grace
        self.clock = clock
        self.logger = logger
        self.onRunning = onRunning
        self.onShutdown = onShutdown
        respond = { request, channel in
            let source = ApplicationRequestContextSource(channel: channel, logger: logger)
            return try await responder.respond(to: request, context: makeContext(source))
        }
    }

    /// Serves until graceful shutdown or cancellation; throws `IOError` if the server cannot listen on the address.
    package func run() async throws {
        try await makeServer().run(grace: grace, clock: clock, onShutdown: onShutdown)
    }

    private func makeServer() throws -> any Service {
        guard let security else { return listener(HTTP1Channel(responder: responder, configuration: channel)) }
        let base = try HTTP2UpgradeChannel(
            tlsConfiguration: security.certificate.configuration,
            configuration: .init(idleTimeout: .seconds(30), streamConfiguration: channel),
            responder: responder
        )
        return listener(SecureChannel(base: base, connections: security.connections, networks: security.networks))
    }

    private func listener(_ setup: some ServerChildChannel) -> any Service {
        Listener(
            setup: setup,
            address: address,
            loops: loops,
            connections: connections,
            logger: logger,
            onRunning: onRunning
        )
    }

    private var responder: HTTPChannelHandler.Responder {
        let dates = HTTPDateCache()
        return { [respond, logger] request, writer, channel in
            var response: Response
            do {
                response = try await respond(request, channel)
            } catch let error as HTTPError {
                response = Response(status: error.status)
            } catch {
                logger.debug("A request failed outside of every route", metadata: ["error": "\(error)"])
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = dates.text
            // After a request that offers an upgrade, NIO's decoder reads nothing more as HTTP.
            if request.headers[.upgrade] != nil, response.status != .switchingProtocols {
                response.headers[.connection] = "close"
            }
            try await writer.write(response: response.head, body: response.body)
        }
    }
}

extension Service {
    /// Runs until graceful shutdown or cancellation, and cancels the service if it continues for longer than `grace`
    /// after the graceful shutdown began.
    package func run(
        grace: Duration,
        clock: any Clock<Duration> = ContinuousClock(),
        onShutdown: @escaping @Sendable () -> Void = {}
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.run() }
            group.addTask {
                try await gracefulShutdown()
                onShutdown()
                try await clock.sleep(for: grace)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

extension ListenAddress {
    /// Returns a sentence for the person who chose the address with an option: why a server cannot listen on it, and what
    /// helps.
    package func sentence(of error: IOError, option: String = "--listen") -> String {
        switch error.errnoCode {
        case EADDRINUSE: "Something listens on \(self) already; stop it, or choose another address with \(option)."
        case EADDRNOTAVAIL: "This machine has no address \(host); choose one of its own with \(option)."
        case EACCES: "Nobody but root may listen on port \(port); choose another one with \(option)."
        default: "Today cannot listen on \(self): \(String(cString: strerror(error.errnoCode)))."
        }
    }
}

extension HTTP1Channel.Configuration {
    /// Makes the configuration of a server for clients that may be hostile: the fields of a request have at most 16 KiB
    /// each, 32 KiB together, and are at most 100.
    ///
    /// `handlers` makes the additional handlers of each connection.
    package static func withLimits(
        _ handlers: @escaping @Sendable () -> [any RemovableChannelHandler],
        idleTimeout: TimeAmount
    ) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: handlers(),
            idleTimeout: idleTimeout,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 * 1024,
                maxHeaderListSize: 32 * 1024,
                maxHeaderFieldCount: 100
            )
        )
    }
}
