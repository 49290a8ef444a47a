import HTTPServing
package import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

extension ApplicationProtocol where Self: Sendable {
    /// Serves until graceful shutdown or cancellation; after a graceful shutdown begins, requests have so long to end
    /// before they are cut off.
    ///
    /// Without a limit a client that sends half a request would hold up the end of the program. Unlike the
    /// application's own `run()` it keeps no clock for the `Date` header, which would wake the host every second.
    package func run(grace: Duration, clock: some Clock<Duration> = ContinuousClock()) async throws {
        try await makeServer().run(grace: grace, clock: clock)
    }

    private func makeServer() async throws -> any Service {
        let responder = try await responder
        let logger = logger
        let dates = HTTPDateCache()
        let configuration = ServerConfiguration(
            address: configuration.address,
            availableConnectionsDelegate: configuration.availableConnectionsDelegate
        )
        return try server.buildServer(configuration: configuration, eventLoopGroup: eventLoopGroup, logger: logger) {
            (request, writer: consuming ResponseWriter, channel) in
            let context = Self.Responder.Context(source: .init(channel: channel, logger: logger))
            var response: Response
            do {
                response = try await responder.respond(to: request, context: context)
            } catch {
                logger.debug("A request failed outside of every route", metadata: ["error": "\(error)"])
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = dates.text
            try await writer.write(response: response.head, body: response.body)
        } onServerRunning: {
            await onServerRunning($0)
        }
    }
}
