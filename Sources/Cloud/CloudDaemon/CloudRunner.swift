import AsyncPrimitives
import CloudCore
import CloudStorage
import Foundation
import JSON
package import Logging
import SQLiteSupport
import ServiceLifecycle
import UnixSignals

/// The composition root of `today cloud`: creates the cloud and its server, and runs them until a signal stops them.
package enum CloudRunner {
    /// The time limit for services to stop after a signal; services that are still running are then cancelled.
    private static let shutdownLimit = Duration.milliseconds(1700)
    /// The number of files that a cloud opens at most: its connections, and about 500 others.
    package static let openFiles = CloudServer.connectionLimit + 500

    /// Runs a cloud until SIGTERM or SIGINT; when this returns, all acknowledged data is on disk.
    ///
    /// When the cloud is ready, `announce` tells the operator, after the file at the absolute path `readyFile` is
    /// written. A cloud that cannot be started is a ``CloudOperationError``.
    package static func run(
        _ settings: CloudSettings,
        readyFile: String?,
        logger: Logger,
        announce: @escaping @Sendable (String) -> Void
    ) async throws {
        let parts = try await CloudComponents(settings, logger: logger)
        let announcer = CloudAnnouncer(parts: parts, readyFile: readyFile, announce: announce)
        var group = ServiceGroupConfiguration(
            services: parts.services + [
                .init(service: announcer, serviceName: "announcer"),
                .init(
                    service: DrainService(cloud: parts.cloud),
                    successTerminationBehavior: .gracefullyShutdownGroup,
                    serviceName: "drain"
                ),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        group.maximumGracefulShutdownDuration = shutdownLimit
        do {
            try await CloudOperationError.translating { try await ServiceGroup(configuration: group).run() }
        } catch {
            await parts.close()
            throw error
        }
        await parts.close()
    }
}

/// Drains the cloud when SIGUSR1 arrives (`today cloud drain`), and then ends it.
private struct DrainService: Service {
    let cloud: Cloud

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sigusr1)
        do {
            try await cancelWhenGracefulShutdown {
                for await _ in signals {
                    try await cloud.drain()
                    return
                }
            }
        } catch _ where Task.isShuttingDownGracefully {}
    }
}

struct CloudAnnouncer: Service {
    let parts: CloudComponents
    let readyFile: String?
    let announce: @Sendable (String) -> Void

    func run() async throws {
        try await runUntilShutdown {
            await parts.server.serving.wait()
            await parts.metrics?.serving.wait()
            try Task.checkCancellation()
            guard let address = parts.server.address else { return }
            let url = parts.cloud.configuration.publicURL ?? "http://\(address)"
            let metrics = parts.metrics?.address.map { "http://\($0)\(MetricsServer.path)" }
            try writeReadyFile(url, metrics: metrics)
            announce("The cloud is ready: \(url)")
            if let metrics { announce("Metrics: \(metrics)") }
            await parts.checkObjects()
        }
    }

    private func writeReadyFile(_ url: String, metrics: String?) throws {
        guard let readyFile else { return }
        var json: [String: JSONValue] = [
            "url": .string(url), "pid": .integer(Int(ProcessInfo.processInfo.processIdentifier)),
        ]
        if let metrics { json["metrics_url"] = .string(metrics) }
        if let keys = parts.firstKeys {
            json["app_key"] = .string(keys.key)
            json["app_secret"] = .string(keys.secret)
            json["master_secret"] = .string(keys.masterSecret)
        }
        let text = JSONValue.object(json).jsonText
        do throws(CloudStoreError) {
            // The file gives access to the cloud, so others must not be able to read it at any time.
            try PrivateFile<CloudStoreError>.replace(readyFile, with: Array("\(text)\n".utf8))
        } catch {
            throw CloudOperationError("The ready file \(readyFile) cannot be written. \(error.message)", cause: error)
        }
    }
}

/// Performs work once, and returns when the graceful shutdown begins, as a service must; the shutdown cancels the work,
/// whose error is then ignored.
package func runUntilShutdown(_ body: @escaping @Sendable () async throws -> Void) async throws {
    do { try await cancelWhenGracefulShutdown(body) } catch _ where Task.isShuttingDownGracefully { return }
    try? await gracefulShutdown()  // Throws only what cancellation means: that this is the end.
}
