import Foundation
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
        let server = try await makeServer()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await server.run()
                return true
            }
            group.addTask {
                try await gracefulShutdown()
                try await clock.sleep(for: grace)
                return false
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    private func makeServer() async throws -> any Service {
        let responder = try await responder
        let logger = logger
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
            response.headers[.date] = Date.now.formatted(HTTPDate.format)
            try await writer.write(response: response.head, body: response.body)
        } onServerRunning: {
            await onServerRunning($0)
        }
    }
}

/// The form of dates in HTTP headers (RFC 9110, section 5.6.7).
private enum HTTPDate {
    static let format = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"),
        timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)
    )
}
