package import AsyncPrimitives
import HTTPServing
import HTTPTypes
package import Host
package import HostAPI
import HostAPIServer
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle

/// The web surface: the Today screen and the pages of apps, for browsers on this machine.
///
/// It listens on the loopback addresses only, under a name and a port that stay the same from one start to the next. It
/// accepts connections of the person and of root only, since other users of the machine reach loopback addresses too.
package struct WebServer: Service {
    /// How long requests may take after the server was asked to stop.
    package static let grace = Duration.milliseconds(800)
    /// How many connections are accepted at a time, on each address.
    package static let connectionLimit = 256
    /// How many of them may wait for the head of a request; the oldest gives way to a new one.
    package static let waitingLimit = 64

    /// The address of the surface.
    package let origin: WebOrigin
    /// Raised once it listens on every address.
    package let serving = OneTimeSignal()

    private let dependencies: WebDependencies
    private let grace: Duration
    private let addresses: [String]
    private let logger: Logger

    /// Reads the settings and prepares a server; nothing listens before ``run()``.
    ///
    /// - Parameters:
    ///   - host: The host whose screen is served.
    ///   - version: Today's version.
    ///   - port: The port from now on; `nil` or 0 for the stored one, or a free one at the first start.
    ///   - grace: How long requests may go on after the server was asked to stop.
    ///   - logger: The log.
    /// - Throws: `stateUnavailable` if the port is in use, `invalid` if it is out of range.
    package init(
        host: any HostAccess,
        version: String,
        port: Int?,
        grace: Duration = grace,
        logger: Logger
    ) async throws(HostError) {
        origin = try await WebSettings(host: host).origin(port: port, freePort: Loopback.freePort)
        try Loopback.check(origin.port)
        addresses = Loopback.hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"]
        self.grace = grace
        self.logger = logger
        dependencies = WebDependencies(
            host: host,
            version: version,
            origin: origin,
            links: OneTimeLinks(),
            sessions: Sessions(host: host),
            viewers: .forThisMachine
        )
    }

    /// Makes a link that signs a browser in, once, for ten minutes.
    ///
    /// - Parameter path: The page that it leads to, such as `/notifications?answer=7&action=edit`; a malformed path leads
    ///   to the Today screen.
    /// - Returns: The link.
    package func makeLink(to path: String = "/") -> OneTimeLink {
        OneTimeLink(
            link: "\(origin.url)/link/\(dependencies.links.make(to: PagePath(path) ?? .today).text)",
            url: origin.url,
            seconds: OneTimeLinks.lifetime
        )
    }

    /// Serves until graceful shutdown or cancellation; event streams end at once.
    package func run() async throws {
        if !PeerUser.canIdentifyLoopbackPeers {
            logger.warning(
                "This kernel does not say who connects; other users of this machine reach the page's sign-in"
            )
        }
        let responder = WebRouter.build(dependencies).buildResponder()
        let signals = addresses.map { _ in OneTimeSignal() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (address, signal) in zip(addresses, signals) {
                let server = server(at: address, responder: responder, signal: signal)
                group.addTask { try await server.run() }
            }
            group.addTask {
                for signal in signals { await signal.wait() }
                if !Task.isCancelled { serving.raise() }
            }
            defer { group.cancelAll() }
            try await group.waitForAll()
        }
    }

    private func handlers(_ waiting: WaitingConnections) -> [any RemovableChannelHandler] {
        let handlers: [any RemovableChannelHandler] = [WaitingConnectionHandler(waiting), SlowReaderHandler()]
        guard PeerUser.canIdentifyLoopbackPeers else { return handlers }
        return [PeerCheckHandler(logger: logger, user: PeerUser.ofLoopback)] + handlers
    }

    private func server(
        at address: String,
        responder: RouterResponder<WebContext>,
        signal: OneTimeSignal
    ) -> HTTPServer {
        let waiting = WaitingConnections(limit: Self.waitingLimit)
        return HTTPServer(
            responder,
            address: .hostname(address, port: origin.port),
            channel: HTTP1Channel.Configuration(
                additionalChannelHandlers: handlers(waiting),
                idleTimeout: .seconds(30),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 * 1024,
                    maxHeaderListSize: 32 * 1024,
                    maxHeaderFieldCount: 100
                )
            ),
            connectionLimit: Self.connectionLimit,
            grace: grace,
            logger: logger,
            makeContext: WebContext.init(source:),
            onRunning: { _ in signal.raise() }
        )
    }
}
