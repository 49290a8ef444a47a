import AirshipAPI
import AsyncPrimitives
import CloudCore
import CloudKitAPI
import CloudStorage
import Foundation
import Glibc
import HTTPServing
import JSON
import Logging
import NetworkAddresses
import NtfyAPI
import ServiceLifecycle
import UnixSignals

/// The composition root of `today cloud`: creates the cloud and its server, and runs them until a signal stops them.
struct CloudRunner {
    /// The time limit for services to stop after a signal; services that are still running are then cancelled.
    private static let shutdownLimit = Duration.milliseconds(1700)
    /// The approximate number of open files besides connections.
    private static let otherFiles = 500

    var settings: CloudComponents.Settings
    var readyFile: String?
    var console: Console

    /// Runs the cloud; returns after SIGTERM or SIGINT, when all acknowledged data is on disk.
    ///
    /// - Throws: `CloudStoreError`, `CloudError` or ``CommandError`` if the cloud cannot be started.
    func run(logLevel: LogLevel) async throws {
        let logger = Logger(label: "today.cloud") { [console] _ in
            LineLogHandler(logLevel: logLevel.loggerLevel, writeError: console.writeError)
        }
        OpenFileLimit.raise(to: CloudServer.connectionLimit + Self.otherFiles)
        let parts = try await CloudComponents(settings, logger: logger)
        let announcer = CloudAnnouncer(
            server: parts.server,
            publicURL: settings.configuration.publicURL,
            keys: parts.firstKeys,
            readyFile: readyFile,
            console: console
        )
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

/// Announces that the cloud is ready.
struct CloudAnnouncer: Service {
    var server: CloudServer
    var publicURL: String?
    var keys: AppKeys
    var readyFile: String?
    var console: Console

    /// Makes the announcement, and runs until the shutdown, as a service must.
    func run() async throws {
        try await runUntilShutdown {
            await server.serving.wait()
            try Task.checkCancellation()
            try announce()
        }
    }

    private func announce() throws {
        guard let address = server.address else { return }
        let url = publicURL ?? "http://\(address)"
        let pid = ProcessInfo.processInfo.processIdentifier
        if let readyFile {
            let json = JSONValue.members([
                "url": url, "app_key": keys.key, "app_secret": keys.secret, "master_secret": keys.masterSecret,
                "pid": pid,
            ])
            try ReadyFile.write(json, to: readyFile)
        }
        console.print("The cloud is ready: \(url)")
    }
}

/// A cloud with its store and server in a state folder, created but not running yet.
///
/// `today cloud` runs it alone, `today run` together with the host.
struct CloudComponents {
    /// The settings of a cloud.
    struct Settings {
        /// The absolute path of the state folder.
        var stateDirectory: String
        var listen: ListenAddress
        /// The protection of requests from other machines; `nil` if there are none.
        var protection: PublicServing.Protection?
        var configuration: CloudConfiguration
        /// `true` if files may be attached to messages of topics.
        var takesFiles: Bool
    }

    let store: CloudStore
    /// The keys of all apps.
    let keys: KeyRing
    /// The keys of the first app.
    let firstKeys: AppKeys
    let cloud: Cloud
    let server: CloudServer
    private let folder: CloudFolder

    /// Locks the folder, opens the store and creates the cloud and its server.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - logger: The log.
    /// - Throws: `CloudStoreError` or `CloudError` if the store cannot be opened or another cloud uses it, ``CommandError``
    ///   for the certificate.
    init(_ settings: Settings, logger: Logger) async throws {
        let protection = try settings.protection?.ready(logger: logger)
        folder = try OpenCloudState.folder(in: settings.stateDirectory)
        try folder.lock()
        store = try CloudStore(path: folder.databasePath)
        keys = KeyRing(folder: folder, store: store)
        guard let first = try await keys.prepare().first else {
            throw CloudError(.invalid, "\(folder.keysPath) holds no keys; put back what was there, or remove it.")
        }
        firstKeys = first
        cloud = Cloud(store: store, configuration: settings.configuration, logger: logger)
        server = CloudServer(
            cloud: cloud,
            protocols: [
                AirshipRoutes(cloud: cloud), CloudKitRoutes(cloud: cloud),
                NtfyRoutes(cloud: cloud, takesFiles: settings.takesFiles),
            ],
            listen: settings.listen,
            protection: protection,
            logger: logger
        )
    }

    /// The services to run, in the order of their dependencies.
    var services: [ServiceGroupConfiguration.ServiceConfiguration] {
        [.init(service: cloud, serviceName: "cloud"), .init(service: server, serviceName: "cloud server")]
    }

    /// Closes the store and unlocks the folder; must be called after the services have stopped.
    func close() async {
        await store.close()
        folder.unlock()
    }
}
