import CLinux
import CardRendering
import CloudDaemon
import Foundation
package import HTTPServing
import Host
import HostClock
package import HostModel
import HostStorage
import LocalAPI
package import Logging
import NetworkAddresses
import ProcessHost
import ServiceLifecycle
import SessionBus
import TodayDesktop
import TodayProtocol
import TodayPush
import TodayScreen
import TodayWeb
import UnixSignals

/// The composition root of `today run`: creates the host and its surfaces, and runs them until a signal stops them.
package struct HostRunner {
    /// The time limit for services to stop after a signal; services that are still running are then cancelled.
    private static let shutdownLimit = Duration.milliseconds(1700)

    package static let defaultAppBytes = DurableStore.defaultAppBytes

    /// The port of the cloud inside the host; 0 for one that is chosen once and stored; `nil` for no cloud.
    package var cloudPort: Int? = 0
    package var usesDesktop = true
    package var readyFile: String?
    /// The address and the protection of the pages for other machines; `nil` if other machines cannot reach them.
    package var publicServing: PublicServing?
    /// `true` if pages are served without encryption at the addresses of this machine in private networks.
    package var servesPrivateNetworks = false
    /// `true` if browsers may name push services on this machine; for tests.
    package var allowsLoopbackPushes = false
    package var appBytes = defaultAppBytes
    /// A folder in place of the kernel's power supplies.
    package var powerSupplyFolder: String?
    /// The folder of the package's apps, in place of the one of this program's prefix.
    package var packagedAppsFolder: String?
    /// A file that steers the clock, for tests.
    package var clockFile: String?
    /// `true` if the apps are filled with the sample content in their bundles, before the host is ready.
    package var isDemo = false

    /// The absolute path of the state folder, which exists.
    private let folder: String
    /// The configuration, in which options of the command line have replaced what the file says.
    private var configuration: UserConfiguration
    private let zone: String
    private let environment: [String: String]
    private let version: String
    private let announce: @Sendable (String) -> Void
    private let writeError: @Sendable (String) -> Void
    private var bundles: [String] = []

    package init(
        folder: String,
        configuration: UserConfiguration,
        zone: String,
        environment: [String: String],
        version: String,
        announce: @escaping @Sendable (String) -> Void,
        writeError: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.configuration = configuration
        self.zone = zone
        self.environment = environment
        self.version = version
        self.announce = announce
        self.writeError = writeError
    }

    /// Adds a bundle to install before the host is ready; naming it here is consent to everything that it asks for.
    ///
    /// The bundle is read at once, so that mistakes are reported before anything starts. Returns a sentence for each
    /// part that will not run or has no effect.
    package mutating func install(_ bundle: String) throws(HostError) -> [String] {
        do throws(BundleError) {
            let manifest = try BundleReader().read(at: bundle)
            bundles.append(bundle)
            configuration.trusted.insert(manifest.id)
            return manifest.unsupportedSentences.map { "\(manifest.folder): \($0.english)" }
        } catch {
            throw HostError(.badBundle, .text(error.description))
        }
    }

    /// The paths of the bundles to install and of those of the package.
    package var apps: [String] { bundles + (hostConfiguration.packagedApps?.bundles ?? []) }

    /// Runs everything; returns after SIGTERM or SIGINT, when all child processes have exited.
    ///
    /// If a restored backup is staged at that time, it restarts with the restored state instead.
    ///
    /// - Throws: `HostError` or `PublicServing.Mistake` if the host or a surface cannot be started.
    package func run(logLevel: Logger.Level) async throws {
        // glibc keeps freed memory in one arena per thread; with two arenas instead of eight per core the host stays
        // small.
        mallopt(M_ARENA_MAX, 2)
        // The host's work takes little CPU time, and somebody is waiting for it. 0.1 ms is the kernel's minimum.
        clinux_set_time_slices(100_000)
        let restore = StagedRestore(folder: folder)
        repeat { try await runUntilStopped(logLevel: logLevel) } while restore.isWaiting
    }

    private func runUntilStopped(logLevel: Logger.Level) async throws {
        let logger = Logger(label: "today") { _ in
            LineLogHandler(logLevel: logLevel, file: HostLog(in: folder), writeError: writeError)
        }
        // A restarted host needs a new clock, since the waits of the old one have ended with its run.
        let clock = try makeClock()
        let hostConfiguration = hostConfiguration
        let host = try await TodayHost(configuration: hostConfiguration, logger: logger, clock: clock)
        let pushes = BrowserPushSender(
            // The address of the pages reaches the operator; without one there is no other contact to name.
            subject: configuration.pushContact ?? publicServing.map { "\($0.url)" } ?? "https://today.invalid",
            allowsLoopback: allowsLoopbackPushes,
            logger: logger
        ) { () throws(HostError) in
            try VAPIDKeyFile.key(in: folder)
        }
        let web = try await WebServer(
            host: host,
            version: version,
            port: configuration.port,
            publicAddress: try publicServing?.address(logger: logger),
            networkAddresses: try networkAddresses(),
            pushes: pushes,
            now: { clock.now },
            logger: logger
        )
        let local = try LocalServer(
            routes: HostRoutes(
                host: host,
                version: version,
                url: web.origin.url,
                makePairingLink: { web.makePairingLink(name: $0.name, rights: $0.rights) },
                makeLink: { page in
                    try await host.send(RecordLinkRequest(to: page))
                    return web.makeLink(to: page)
                }
            ),
            stateDirectory: stateDirectory,
            environment: environment,
            logger: logger
        )
        var cloud: EmbeddedCloud?
        if let cloudPort { cloud = try await makeCloud(port: cloudPort, host, logger) }
        let viewer = Viewer(language: hostConfiguration.language, zone: zone)
        let desktop = try await DesktopSurface(
            host: host,
            viewer: viewer,
            environment: environment,
            logger: logger
        ) { page in
            web.makeLink(to: page.path).link
        }
        let demo = isDemo ? DemoServer(zone: TimeZone(identifier: zone) ?? .gmt, logger: logger) : nil
        let announcer = ReadyAnnouncer(
            host: host,
            local: local,
            web: web,
            cloud: cloud,
            demo: demo.map { DemoFiller(host: host, viewer: viewer, server: $0, bundles: apps) },
            bundles: bundles,
            readyFile: readyFile,
            announce: announce
        )
        // The first service stops last, so the host leaves its cloud before the cloud stops.
        var services = cloud?.parts.services ?? []
        if let demo { services.append(.init(service: demo, serviceName: "demo")) }
        services += [
            .init(service: host, serviceName: "host"),
            .init(service: local, serviceName: "local"),
            .init(service: web, serviceName: "web"),
            .init(service: announcer, serviceName: "announcer"),
        ]
        let pushSurface = PushSurface(host: host, sender: pushes, clock: clock, logger: logger) { session in
            web.hasVisiblePage(of: session)
        }
        services.append(.init(service: pushSurface, serviceName: "pushes to browsers"))
        if let cloud { services.append(.init(service: cloud, serviceName: "embedded cloud")) }
        if usesDesktop { services.append(.init(service: desktop, serviceName: "desktop")) }
        var group = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        group.maximumGracefulShutdownDuration = Self.shutdownLimit
        do {
            try await ServiceGroup(configuration: group).run()
        } catch {
            await cloud?.parts.close()
            throw error
        }
        await cloud?.parts.close()
    }

    private var stateDirectory: URL { URL(filePath: folder, directoryHint: .isDirectory) }

    private var hostConfiguration: HostConfiguration {
        HostConfiguration(
            stateDirectory: stateDirectory,
            sandbox: configuration.sandbox,
            trustedApps: configuration.trusted,
            packagedApps: packagedAppsFolder.map { PackagedApps(folder: $0) } ?? .ofThisProgram(),
            language: configuration.language ?? "en-US",
            wakesForActions: configuration.wakesForActions,
            actionWait: Double(configuration.actionWaitHours) * 3600,
            unseenUpdateLimit: configuration.unseenUpdateLimit,
            appBytes: appBytes,
            powerSupplyFolder: powerSupplyFolder ?? PowerSupplies.systemFolder,
            sessionBus: SessionBusAddress(environment: environment),
            usesSecretService: configuration.keychainKey.usesSecretService(lingers: KeychainKeyOption.lingers()),
            version: version
        )
    }

    /// Returns the addresses at which pages are served without encryption.
    private func networkAddresses() throws(HostError) -> [NetworkAddress] {
        guard servesPrivateNetworks else { return [] }
        let addresses = NetworkAddress.ofThisMachine.filter(\.isPrivate)
        guard !addresses.isEmpty else {
            throw HostError(.invalid, "--lan needs an address in a private network, and this machine has none.")
        }
        return addresses
    }

    /// Returns the system's clock, or the one that a file steers.
    private func makeClock() throws(HostError) -> any WallClock {
        guard let clockFile else { return SystemWallClock() }
        do { return try FileDrivenWallClock(following: clockFile) } catch {
            throw HostError(.invalid, "The clock file \(clockFile) cannot be read or says no time.", cause: error)
        }
    }

    /// Makes the cloud inside the host; `nil` if its state cannot be opened, since the host is useful without it.
    ///
    /// - Throws: `HostError` if the port that the person chose is not available.
    private func makeCloud(port: Int, _ host: TodayHost, _ logger: Logger) async throws -> EmbeddedCloud? {
        let port = try await EmbeddedCloud.choosePort(port, host)
        do {
            return try await EmbeddedCloud(stateDirectory: folder, port: port, host: host, logger: logger)
        } catch let error as CloudOperationError {
            logger.error("The cloud inside the host cannot be opened", metadata: ["error": "\(error.message)"])
            writeError(TerminalText.safeLines("Today runs without the cloud inside it: \(error.message)") + "\n")
            return nil
        }
    }
}
