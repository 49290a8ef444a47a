package import AsyncPrimitives
import HTTPServing
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import NetworkAddresses
import PrometheusMetrics
import ServiceLifecycle

/// Serves the metrics of a cloud to Prometheus, on an address of their own: `GET /metrics`, and nothing else.
///
/// It asks for no key, as the text has nothing of people, but tells whoever reads it how busy the cloud is.
package struct MetricsServer: Service {
    package static let path = "/metrics"
    private static let connectionLimit = 32
    /// The largest number of connections that wait for their clients; beyond it the one that has waited longest is
    /// closed, so that Prometheus always gets through.
    private static let waitingLimit = 16
    private static let grace = Duration.milliseconds(200)

    /// Signalled once the server listens.
    package let serving = OneTimeSignal()

    private let cloud: Cloud
    private let server: CloudServer
    private let listen: ListenAddress
    private let version: String
    private let reader: BacklogReader
    private let bound = BoundAddress()
    private let logger: Logger

    /// Makes a server for the metrics of a cloud and of the server that serves it; `version` is that of the program.
    package init(cloud: Cloud, server: CloudServer, listen: ListenAddress, version: String, logger: Logger) {
        self.cloud = cloud
        self.server = server
        self.listen = listen
        self.version = version
        self.logger = logger
        reader = BacklogReader(store: cloud.store, clock: cloud.clock)
    }

    /// The address on which it listens, with the actual port; `nil` before that.
    package var address: ListenAddress? { bound.value }

    /// Serves until graceful shutdown or cancellation; ``CloudError`` `unavailable` without a socket.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await reader.run() } catch is CancellationError {} }
            defer { group.cancelAll() }
            do { try await httpServer.run() } catch let error as IOError {
                throw CloudError(.unavailable, listen.sentence(of: error, option: "--metrics"), cause: error)
            }
        }
    }

    /// Returns the text for a scrape, after the database was asked.
    @concurrent
    func text() async throws -> String {
        let families = cloud.metricFamilies(backlog: try await reader.backlog(), connections: server.connectionCount)
        let build = MetricFamily(
            "today_build_info",
            .gauge,
            "The version of Today, whose value is always 1.",
            [.init(["version": version], 1)]
        )
        return MetricsText.of(families + [build] + ProcessMetrics.families)
    }

    private func respond(to request: Request) async throws -> Response {
        guard request.uri.path == Self.path, request.method == .get || request.method == .head else {
            return Response(status: .notFound, headers: [.contentLength: "0"])
        }
        let text = ByteBuffer(string: try await text())
        let response = Response(
            status: .ok,
            headers: [.contentType: MetricsText.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: text)
        )
        return request.method == .head ? response.createHeadResponse() : response
    }

    private var httpServer: HTTPServer {
        let waiting = WaitingConnections(limit: Self.waitingLimit)
        let handlers: @Sendable () -> [any RemovableChannelHandler] = {
            [WaitingConnectionHandler(waiting), SlowReaderHandler()]
        }
        return HTTPServer(
            CallbackResponder<BasicRequestContext> { request, _ in try await respond(to: request) },
            address: .hostname(listen.host, port: listen.port),
            channel: .withLimits(handlers, idleTimeout: .seconds(60)),
            connections: OpenConnections(limit: Self.connectionLimit),
            grace: Self.grace,
            logger: logger,
            makeContext: BasicRequestContext.init(source:),
            onRunning: { [listen, bound, serving] channel in
                bound.set(ListenAddress(host: listen.host, port: channel.localAddress?.port ?? listen.port))
                serving.raise()
            }
        )
    }
}
