package import AsyncPrimitives
package import Foundation
package import HTTPServing
package import HostModel
import Hummingbird
import HummingbirdCore
package import LocalAPI
package import Logging
import NIOCore
package import NetworkAddresses
import ServiceLifecycle
import TodayProtocol
package import TodayPush

/// The web surface: the Today screen and the pages of apps, for browsers.
///
/// It listens on the loopback addresses, under a name and a port that stay the same across restarts, and accepts
/// connections there only of the person and of root, since other users of the machine can reach loopback addresses as
/// well. If it has a public address, it also listens there, for browsers on other machines: with TLS, or behind trusted
/// proxies.
package struct WebServer: Service {
    /// Time that requests get to finish after the server was asked to stop.
    package static let grace = Duration.milliseconds(800)
    /// Maximum number of connections at a time, on each address.
    package static let connectionLimit = 256
    /// Maximum number of connections that wait for a request or the rest of one; a new one replaces the oldest.
    package static let waitingLimit = 64
    /// Maximum number of open connections to the public address from the clients of one network.
    package static let networkLimit = 32

    /// Origin of the surface on this machine.
    package let origin: WebOrigin
    /// Origins in private networks.
    package let networkOrigins: [WebOrigin]
    /// Raised once the server listens on every address.
    package let serving = OneTimeSignal()

    private let dependencies: WebDependencies
    private let grace: Duration
    private let addresses: [String]
    private let publicAddress: PublicAddress?
    /// The addresses of this machine in private networks on which pages are served without encryption.
    private let networkAddresses: [NetworkAddress]
    private let logger: Logger

    /// Reads the settings and prepares a server, which does not listen before ``run()``.
    ///
    /// The port is the stored one if it is `nil` or 0, or a free one at the first start. Without a `publicAddress`, pages
    /// are served only on this machine and at the `networkAddresses`; without `pushes` no browser gets any. `now` is the
    /// time of the host's clock.
    /// Throws `stateUnavailable` if the port is in use, `invalid` if it is out of range.
    package init(
        host: any HostAccess,
        version: String,
        port: Int?,
        publicAddress: PublicAddress? = nil,
        networkAddresses: [NetworkAddress] = [],
        pushes: BrowserPushSender? = nil,
        grace: Duration = grace,
        now: @escaping @Sendable () -> Date = { Date() },
        logger: Logger
    ) async throws(HostError) {
        origin = try await WebSettings(host: host).origin(port: port, freePort: Loopback.freePort)
        try Loopback.check(origin.port)
        addresses = Loopback.hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"]
        self.publicAddress = publicAddress
        self.networkAddresses = networkAddresses
        networkOrigins = networkAddresses.map { [origin] in WebOrigin($0, port: origin.port) }
        self.grace = grace
        self.logger = logger
        dependencies = WebDependencies(
            host: host,
            version: version,
            origin: origin,
            links: OneTimeLinks(),
            publicOrigin: publicAddress.map { WebOrigin($0) } ?? networkOrigins.first,
            sessions: Sessions(host: host, now: now),
            viewers: .forThisMachine,
            pushes: pushes
        )
    }

    /// Returns `true` if a session has an open, visible page; takes the hash of the session's token.
    ///
    /// A page closes its event stream when it is hidden.
    package func hasVisiblePage(of session: String) -> Bool { dependencies.streams.hasStream(session) }

    /// Makes a one-time link that pairs a device, valid for ten minutes; it has the public address if there is one.
    ///
    /// A device without a name is asked for one.
    package func makePairingLink(name: String?, rights: DeviceRights) -> PairingLink {
        dependencies.pairingLinks.make(DeviceGrant(name: name, rights: rights))
    }

    /// Makes a one-time link that signs a browser in, valid for ten minutes.
    ///
    /// - Parameter path: The page that it leads to, such as `/notifications?answer=7&action=edit`; a malformed path
    ///   leads to the Today screen.
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
        try await withThrowingTaskGroup(of: Void.self) { group in
            var signals: [OneTimeSignal] = []
            func newSignal() -> OneTimeSignal {
                signals.append(OneTimeSignal())
                return signals[signals.count - 1]
            }
            for address in addresses {
                let server = server(at: address, responder: responder, signal: newSignal())
                group.addTask { try await server.run() }
            }
            if let publicAddress {
                let server = publicServer(at: publicAddress, signal: newSignal())
                group.addTask { try await Self.run(server, on: publicAddress.listen) }
            }
            for (address, networkOrigin) in zip(networkAddresses, networkOrigins) {
                let listen = ListenAddress(host: "\(address)", port: origin.port)
                let server = networkServer(at: listen, networkOrigin, signal: newSignal())
                group.addTask { try await Self.run(server, on: listen) }
            }
            let observer = SessionObserver(
                host: dependencies.host,
                streams: dependencies.streams,
                logger: logger
            )
            group.addTask { await cancelWhenGracefulShutdown { await observer.run() } }
            let (wrongLinks, host) = (dependencies.wrongLinks, dependencies.host)
            group.addTask { [logger] in
                await cancelWhenGracefulShutdown { await wrongLinks.run(on: host, logger: logger) }
            }
            let drafts = dependencies.shareDrafts
            group.addTask { await cancelWhenGracefulShutdown { await drafts.run() } }
            group.addTask { [signals] in
                for signal in signals { await signal.wait() }
                if !Task.isCancelled { serving.raise() }
            }
            defer { group.cancelAll() }
            try await group.waitForAll()
        }
    }

    /// Runs the server of an address that other machines reach.
    ///
    /// - Throws: `HostError` with a sentence that names the address if the server cannot listen on it.
    private static func run(_ server: HTTPServer, on listen: ListenAddress) async throws {
        do { try await server.run() } catch let error as IOError {
            throw HostError(.stateUnavailable, .text(listen.sentence(of: error)), cause: error)
        }
    }

    /// Makes a server on a loopback address.
    private func server(at address: String, responder: RouterResponder<WebContext>, signal: OneTimeSignal) -> HTTPServer
    {
        server(at: address, port: origin.port, responder: responder, signal: signal) { [logger] in
            PeerUser.canIdentifyLoopbackPeers ? PeerCheckHandler(logger: logger, user: PeerUser.ofLoopback) : nil
        }
    }

    /// Makes a server in a private network, which knows no links that sign in on this machine.
    private func networkServer(at listen: ListenAddress, _ origin: WebOrigin, signal: OneTimeSignal) -> HTTPServer {
        var dependencies = dependencies
        dependencies.origin = origin
        dependencies.links = OneTimeLinks()
        dependencies.sessions.scope = .privateNetwork
        let responder = WebRouter.build(dependencies).buildResponder()
        return server(at: listen.host, port: listen.port, responder: responder, signal: signal) { [logger] in
            PeerCheckHandler(privateNetworksOnly: logger)
        }
    }

    private func publicServer(at address: PublicAddress, signal: OneTimeSignal) -> HTTPServer {
        var dependencies = dependencies
        dependencies.origin = WebOrigin(address)
        let (host, port) = (address.listen.host, address.listen.port)
        switch address.protection {
        case .tls(let certificate):
            let responder = WebRouter.build(dependencies).buildResponder()
            return server(at: host, port: port, certificate: certificate, responder: responder, signal: signal) { nil }
        case .proxies(let ranges):
            dependencies.proxies = ranges
            let responder = WebRouter.build(dependencies).buildResponder()
            return server(at: host, port: port, behind: ranges, responder: responder, signal: signal) { [logger] in
                PeerCheckHandler(proxies: ranges, logger: logger)
            }
        }
    }

    private func server(
        at host: String,
        port: Int,
        certificate: ServerCertificate? = nil,
        behind proxies: [AddressRange] = [],
        responder: RouterResponder<WebContext>,
        signal: OneTimeSignal,
        peerCheck: @escaping @Sendable () -> PeerCheckHandler?
    ) -> HTTPServer {
        let waiting = WaitingConnections(limit: Self.waitingLimit)
        let handlers: @Sendable () -> [any RemovableChannelHandler] = {
            let check: [any RemovableChannelHandler] = peerCheck().map { [$0] } ?? []
            return check + [
                AbsoluteTargetInstaller(), WaitingConnectionHandler(waiting, behind: proxies), SlowReaderHandler(),
            ]
        }
        return HTTPServer(
            responder,
            address: .hostname(host, port: port),
            channel: .withLimits(handlers, idleTimeout: .seconds(30)),
            security: certificate.map {
                HTTPServer.Security($0, waiting, connectionsPerNetwork: Self.networkLimit)
            },
            connections: OpenConnections(limit: Self.connectionLimit),
            grace: grace,
            logger: logger,
            makeContext: WebContext.init(source:),
            onRunning: { _ in signal.raise() }
        )
    }
}
