package import AsyncPrimitives
import Foundation
import HTTPServing
import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// One protocol that the cloud speaks: the routes of hosts, Airship's, ntfy's.
///
/// Each answers for its own errors and keeps to its own paths.
package protocol CloudRoutes: Sendable {
    /// Adds the routes, once, when the server is made.
    func addRoutes(to router: Router<CloudContext>)

    /// Tells a client why its request was refused before a route saw it.
    ///
    /// - Parameters:
    ///   - failure: Why.
    ///   - request: The request.
    /// - Returns: The answer in this protocol's form; none if the path is another one's.
    func refusal(_ failure: CloudError, of request: Request) -> Response?
}

/// Serves the protocols of a cloud over HTTP.
///
/// It has no TLS of its own: for an address that others can reach, a proxy in front of it has.
///
/// One event loop carries all connections; the work of requests is done beside it.
package struct CloudServer: Service {
    /// How long requests may go on after the server was asked to stop.
    package static let grace = Duration.milliseconds(800)
    /// How many connections are open at a time.
    package static let connectionLimit = 16_000

    /// Given once it serves.
    package let serving = OneTimeSignal()

    private let listen: ListenAddress
    private let responder: RouterResponder<CloudContext>
    private let logger: Logger
    private let bound = BoundAddress()
    private let endStreams: @Sendable () -> Void

    /// Makes a server; nothing listens before ``run()``.
    ///
    /// - Parameters:
    ///   - cloud: The cloud.
    ///   - protocols: What it speaks beside the routes of hosts.
    ///   - listen: Where.
    ///   - logger: Gets what goes wrong.
    package init(cloud: Cloud, protocols: [any CloudRoutes], listen: ListenAddress, logger: Logger) {
        self.listen = listen
        self.logger = logger
        endStreams = { cloud.endStreams() }
        responder = Self.router(cloud: cloud, protocols: protocols).buildResponder()
    }

    /// Where it listens, with the port that it got; none before it serves.
    package var address: ListenAddress? { bound.value }

    /// Puts the routes together; needs no socket.
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

    /// Serves until graceful shutdown or cancellation; event streams end at once.
    package func run() async throws {
        let dates = HTTPDateCache()
        let (logger, responder) = (logger, responder)
        let server = try HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [SlowReaderHandler(), WebSocketUpgradeHandler()],
                idleTimeout: .seconds(60),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 * 1024,
                    maxHeaderListSize: 32 * 1024,
                    maxHeaderFieldCount: 100
                )
            )
        ).buildServer(
            configuration: ServerConfiguration(
                address: .hostname(listen.host, port: listen.port),
                availableConnectionsDelegate: .maximum(Self.connectionLimit, logger: logger)
            ),
            eventLoopGroup: EventLoopGroupProvider.singleEventLoop.eventLoopGroup,
            logger: logger
        ) { (request, writer: consuming ResponseWriter, channel) in
            var context = CloudContext(source: .init(channel: channel, logger: logger))
            context.connection = channel
            var response: Response
            do {
                response = try await responder.respond(to: request, context: context)
            } catch let error as HTTPError {
                response = Response(status: error.status)
            } catch {
                logger.debug("A request failed outside of every route", metadata: ["error": "\(error)"])
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = dates.text
            // After such a request nothing more is read from the connection as HTTP.
            if request.headers[.upgrade] != nil, response.status != .switchingProtocols {
                response.headers[.connection] = "close"
            }
            try await writer.write(response: response.head, body: response.body)
        } onServerRunning: { [listen, bound, serving] channel in
            bound.set(ListenAddress(host: listen.host, port: channel.localAddress?.port ?? listen.port))
            serving.give()
        }
        do {
            try await server.run(grace: Self.grace, onShutdown: endStreams)
        } catch let error as IOError {
            // What goes wrong with a connection ends that connection alone.
            throw CloudError(.unavailable, Self.sentence(of: error, on: listen), cause: error)
        }
    }

    private static func sentence(of error: IOError, on address: ListenAddress) -> String {
        switch error.errnoCode {
        case EADDRINUSE: "Something listens on \(address) already; stop it, or choose another address with --listen."
        case EADDRNOTAVAIL: "This machine has no address \(address.host); choose one of its own with --listen."
        case EACCES: "Nobody but root may listen on port \(address.port); choose another one with --listen."
        default: "The cloud cannot listen on \(address): \(String(cString: strerror(error.errnoCode)))."
        }
    }
}

/// Where a server listens, once it does.
private final class BoundAddress: Sendable {
    private let address = Mutex<ListenAddress?>(nil)
    var value: ListenAddress? { address.withLock { $0 } }
    func set(_ value: ListenAddress) { address.withLock { $0 = value } }
}
