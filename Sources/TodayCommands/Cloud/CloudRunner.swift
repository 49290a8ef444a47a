import Cloud
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// The composition root of `today cloud`: makes the cloud and its server, and runs them until a signal ends them.
struct CloudRunner {
    /// How long services may take to end after a signal; what still runs then is cancelled.
    private static let shutdownLimit = Duration.milliseconds(1700)
    /// How many files are open beside connections at most, about.
    private static let otherFiles = 500

    var stateDirectory: String
    var listen: ListenAddress
    var configuration: CloudConfiguration
    /// Whether files may be attached to messages of topics.
    var takesFiles: Bool
    var readyFile: String?
    var console: Console

    /// Runs the cloud; returns after SIGTERM or SIGINT, when everything acknowledged is on disk.
    ///
    /// - Throws: `CloudStoreError`, `CloudError` or ``CommandError`` if something cannot be started.
    func run(logLevel: LogLevel) async throws {
        var logger = Logger(label: "today.cloud") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = logLevel.loggerLevel
        OpenFileLimit.raise(to: CloudServer.connectionLimit + Self.otherFiles)
        let parts = try await CloudParts(
            CloudParts.Settings(
                stateDirectory: stateDirectory,
                listen: listen,
                configuration: configuration,
                takesFiles: takesFiles
            ),
            logger: logger
        )
        let announcer = CloudAnnouncer(
            server: parts.server,
            publicURL: configuration.publicURL,
            keys: parts.firstKeys,
            readyFile: readyFile,
            console: console
        )
        if !listen.isLoopback {
            logger.notice("Others can reach this address; without a proxy with TLS they can read what is sent")
        }
        var group = ServiceGroupConfiguration(
            services: parts.services + [.init(service: announcer, serviceName: "announcer")],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        group.maximumGracefulShutdownDuration = Self.shutdownLimit
        do {
            try await ServiceGroup(configuration: group).run()
        } catch {
            await parts.close()
            throw error
        }
        await parts.close()
    }
}
