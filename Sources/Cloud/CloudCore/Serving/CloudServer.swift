package import AsyncPrimitives
package import HTTPServing
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import NetworkAddresses
import ServiceLifecycle
import Synchronization

/// The routes of one of the protocols that the cloud speaks: its own for hosts, Airship's, ntfy's.
///
/// Each translates the errors of its routes itself, and has paths that no other has.
package protocol CloudRoutes: Sendable {
    /// Adds the routes, once, when the server is made.
    func addRoutes(to router: Router<CloudContext>)

    /// Makes the response to a request that was refused before it reached a route.
    ///
    /// - Parameters:
    ///   - failure: Why it was refused.
    ///   - request: The request.
    /// - Returns: The response in this protocol's form; `nil` if the path belongs to another protocol.
    func refusal(_ failure: CloudError, of request: Request) -> Response?

    /// Whether a request has a secret that this protocol will check; without a look at whether it is right.
    ///
    /// Such a request is not refused for what others at its address do. `Authorization` counts by default.
    func hasSecret(_ request: Request) -> Bool

    /// Whether a request comes from somebody who uses the same address as the person without being the person, such as a page
    /// of another site in the person's browser, or another user of the machine.
    ///
    /// Such requests have a limit of their own. By default none does.
    func isOfStranger(_ request: Request, _ context: CloudContext) -> Bool
}

extension CloudRoutes {
    package func isOfStranger(_ request: Request, _ context: CloudContext) -> Bool { false }

    package func hasSecret(_ request: Request) -> Bool { request.headers[.authorization] != nil }
}

/// Serves the protocols of a cloud over HTTP.
///
/// An address that other machines can reach needs a ``HTTPServing/PublicAddress/Protection``: TLS of its own, or proxies in
/// front of it.
///
/// One event loop serves all connections; requests are handled on Swift's thread pool.
package struct CloudServer: Service {
    /// How long requests may go on after a graceful shutdown began.
    package static let grace = Duration.milliseconds(800)
    /// The largest number of open connections.
    package static let connectionLimit = 16_000
    /// How many connections the clients of one network may have open, with TLS.
    ///
    /// Behind a proxy the limit is that of the proxy.
    package static let networkLimit = 1_000
    /// How many connections may wait with their TLS handshake; the oldest gives way to a new one.
    private static let handshakeLimit = 1_000

    /// Given once it listens.
    package let serving = OneTimeSignal()

    private let listen: ListenAddress
    private let protection: PublicAddress.Protection?
    private let responder: RouterResponder<CloudContext>
    private let logger: Logger
    private let bound = BoundAddress()
    private let endStreams: @Sendable () -> Void

    /// Makes a server; it listens when ``run()`` is called.
    ///
    /// - Parameters:
    ///   - cloud: The cloud.
    ///   - protocols: The protocols to serve besides the routes of hosts.
    ///   - listen: The address to listen on; port 0 for any free port.
    ///   - protection: What protects requests of other machines on their way; `nil` if there are none.
    ///   - logger: Receives failures.
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

    /// The address that it listens on, with its actual port; `nil` before it listens.
    package var address: ListenAddress? { bound.value }

    /// Makes the router of all protocols; needs no socket.
    package static func router(cloud: Cloud, protocols: [any CloudRoutes]) -> Router<CloudContext> {
        let router = Router(context: CloudContext.self)
        let limits = RequestLimits(rate: cloud.configuration.requestRate, time: cloud.clock.stopwatch())
        let all = [DeviceRoutes(cloud: cloud)] + protocols
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

    /// Serves until graceful shutdown or cancellation; event streams end as soon as the shutdown begins.
    ///
    /// - Throws: ``CloudError`` with code `unavailable` if the address cannot be listened on.
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
            channel: HTTP1Channel.Configuration(
                additionalChannelHandlers: handlers(),
                idleTimeout: .seconds(60),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 * 1024,
                    maxHeaderListSize: 32 * 1024,
                    maxHeaderFieldCount: 100
                )
            ),
            security: security,
            connectionLimit: Self.connectionLimit,
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

/// The address that a server listens on, once it does.
private final class BoundAddress: Sendable {
    private let address = Mutex<ListenAddress?>(nil)
    var value: ListenAddress? { address.withLock { $0 } }
    func set(_ value: ListenAddress) { address.withLock { $0 = value } }
}
