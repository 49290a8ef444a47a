package import AsyncPrimitives
package import HTTPServing
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import NetworkAddresses
import ServiceLifecycle
import Synchronization

/// The routes of one protocol of the cloud: its own for hosts, Airship's, ntfy's, CloudKit's.
///
/// Each translates the errors of its routes itself, and its paths belong to no other.
package protocol CloudRoutes: Sendable {
    /// The protocol in metrics.
    var requestProtocol: RequestProtocol { get }

    /// Returns `true` if a path belongs to this protocol.
    func owns(_ path: String) -> Bool

    /// Adds the routes; called once, when the server is created.
    func addRoutes(to router: Router<CloudContext>)

    /// Makes the response, in this protocol's form, to a request that was refused before it reached a route.
    func refusal(_ failure: CloudError) -> Response

    /// Returns `true` if a request has a secret that this protocol will check; by default, `Authorization` is one.
    ///
    /// Such a request is not refused because of other clients at its address.
    func hasSecret(_ request: Request) -> Bool

    /// Returns `true` if a request shares the person's address but is of a page of another site in the person's
    /// browser, or of another user of the machine. Such requests have a limit of their own; by default there are none.
    func isOfStranger(_ request: Request, _ context: CloudContext) -> Bool
}

extension CloudRoutes {
    package func isOfStranger(_ request: Request, _ context: CloudContext) -> Bool { false }

    package func hasSecret(_ request: Request) -> Bool { request.headers[.authorization] != nil }
}

/// Serves the protocols of a cloud over HTTP: connections on all event loops, requests on Swift's thread pool.
///
/// An address that other machines can reach needs a ``HTTPServing/PublicAddress/Protection``: its own TLS, or proxies
/// in front of it.
package struct CloudServer: Service {
    /// The time for which running requests may continue after a graceful shutdown has begun.
    package static let grace = Duration.milliseconds(800)
    package static let connectionLimit = 16_000
    /// The largest number of open TLS connections from one network; behind a proxy, the proxy's limit applies.
    package static let networkLimit = 1_000
    /// The largest number of connections in a TLS handshake; beyond it the oldest is closed.
    private static let handshakeLimit = 1_000

    /// The types of this server's handlers that an event stream does not need.
    static let handlers: [ChunkStream.HandlerType] = [PeerCheckHandler.self, WebSocketUpgradeHandler.self]

    /// Signalled once the server listens.
    package let serving = OneTimeSignal()

    private let listen: ListenAddress
    private let protection: PublicAddress.Protection?
    private let responder: RouterResponder<CloudContext>
    private let logger: Logger
    private let bound = BoundAddress()
    private let connections = OpenConnections(limit: Self.connectionLimit)
    private let endStreams: @Sendable () -> Void

    /// Makes a server, which listens in ``run()``, for port 0 on any free port.
    ///
    /// Without a protection, no other machine can send requests.
    package init(
        cloud: Cloud,
        protocols: [any CloudRoutes],
        listen: ListenAddress,
        protection: PublicAddress.Protection? = nil,
        logger: Logger
    ) {
        self.listen = listen
        self.protection = protection
        self.logger = logger
        endStreams = { cloud.endStreams() }
        responder = Self.router(cloud: cloud, protocols: protocols).buildResponder()
    }

    /// The address on which it listens, with the actual port; `nil` before that.
    package var address: ListenAddress? { bound.value }

    /// The number of open connections, of streams too.
    var connectionCount: Int { connections.count }

    /// Makes the router of all protocols; it needs no socket.
    package static func router(cloud: Cloud, protocols: [any CloudRoutes]) -> Router<CloudContext> {
        let router = Router(context: CloudContext.self)
        let limits = RequestLimits(of: cloud)
        let all: [any CloudRoutes] = [DeviceRoutes(cloud: cloud), OperationRoutes(cloud: cloud)] + protocols
        router.add(middleware: RequestCountMiddleware(counts: cloud.metrics.requests, protocols: all))
        router.add(
            middleware: RateLimitMiddleware(
                limits: limits,
                protocols: all,
                isBehindProxy: cloud.configuration.isBehindProxy
            )
        )
        for routes in all { routes.addRoutes(to: router) }
        return router
    }

    /// Serves until graceful shutdown, which ends event streams at once, or cancellation; `unavailable` without a
    /// socket.
    package func run() async throws {
        var security: HTTPServer.Security?
        var proxies: [AddressRange]?
        switch protection {
        case .tls(let certificate):
            let waiting = WaitingConnections(limit: Self.handshakeLimit)
            security = HTTPServer.Security(certificate, waiting, connectionsPerNetwork: Self.networkLimit)
        case .proxies(let ranges): proxies = ranges
        case nil: break
        }
        let handlers: @Sendable () -> [any RemovableChannelHandler] = { [proxies, logger] in
            let check: [any RemovableChannelHandler] =
                proxies.map { [PeerCheckHandler(proxies: $0, logger: logger)] } ?? []
            return check + [SlowReaderHandler(), WebSocketUpgradeHandler()]
        }
        let server = HTTPServer(
            responder,
            address: .hostname(listen.host, port: listen.port),
            loops: HTTPServer.allEventLoops,
            channel: .withLimits(handlers, idleTimeout: .seconds(60)),
            security: security,
            connections: connections,
            grace: Self.grace,
            logger: logger,
            makeContext: { CloudContext(source: $0, channel: $0.channel) },
            onRunning: { [listen, bound, serving] channel in
                bound.set(ListenAddress(host: listen.host, port: channel.localAddress?.port ?? listen.port))
                serving.raise()
            },
            onShutdown: endStreams
        )
        do {
            try await server.run()
        } catch let error as IOError {
            throw CloudError(.unavailable, listen.sentence(of: error), cause: error)
        }
    }
}

final class BoundAddress: Sendable {
    private let address = Mutex<ListenAddress?>(nil)

    var value: ListenAddress? { address.withLock { $0 } }

    func set(_ value: ListenAddress) { address.withLock { $0 = value } }
}
