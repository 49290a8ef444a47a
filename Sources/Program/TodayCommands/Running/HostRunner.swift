import CLinux
import Foundation
import Host
import HostClock
import HostModel
import HostStorage
import LocalAPI
import Logging
import ServiceLifecycle
import TodayDesktop
import TodayPush
import TodayWeb
import UnixSignals

/// The composition root of `today run`: creates the host and its surfaces, and runs them until a signal stops them.
struct HostRunner {
    /// The time limit for services to stop after a signal; services that are still running are then cancelled.
    private static let shutdownLimit = Duration.milliseconds(1700)

    var configuration: HostConfiguration
    var port: Int
    /// The port of the cloud inside the host; 0 for one that is chosen once and stored; `nil` for no cloud.
    var cloudPort: Int?
    var usesDesktop: Bool
    var zone: String
    var readyFile: String?
    /// The address and the protection of the pages for other machines; `nil` if other machines cannot reach them.
    var publicServing: PublicServing?
    /// The address by which push services reach the operator; `nil` for that of the pages.
    var pushContact: String?
    /// `true` if browsers may name push services on this machine; for tests.
    var allowsLoopbackPushes: Bool
    var bundles: [String]
    /// Makes the clock of a run.
    ///
    /// A restarted host needs a new clock, since the waits of the old one have ended with its run.
    var makeClock: @Sendable () throws(CommandError) -> any WallClock
    var environment: [String: String]
    var console: Console

    private var folder: String { configuration.stateDirectory.path(percentEncoded: false) }

    /// Runs everything; returns after SIGTERM or SIGINT, when all child processes have exited.
    ///
    /// If a restored backup is staged at that time, it restarts with the restored state instead.
    ///
    /// - Throws: `HostError` or ``CommandError`` if the host or a surface cannot be started.
    func run(logLevel: LogLevel) async throws {
        // glibc keeps freed memory in one arena per thread; with two arenas instead of eight per core the host stays
        // small.
        mallopt(M_ARENA_MAX, 2)
        // The host's work takes little CPU time, and somebody is waiting for it. 0.1 ms is the kernel's minimum.
        clinux_set_time_slices(100_000)
        let restore = StagedRestore(folder: folder)
        repeat { try await runUntilStopped(logLevel: logLevel) } while restore.isWaiting
    }

    private func runUntilStopped(logLevel: LogLevel) async throws {
        try StateLocation.makeFolder(folder)
        let logger = Logger(label: "today") { [console] _ in
            LineLogHandler(
                logLevel: logLevel.loggerLevel,
                file: HostLog(in: folder),
                writeError: console.writeError
            )
        }
        let clock = try makeClock()
        let host = try await TodayHost(
            configuration: configuration,
            logger: logger,
            clock: clock
        )
        let pushes = BrowserPushSender(
            BrowserPushSender.Configuration(
                readKey: { () throws(HostError) in try VAPIDKeyFile.key(in: folder) },
                // The address of the pages reaches the operator; without one there is no other contact to name.
                subject: pushContact ?? publicServing.map { "\($0.url)" } ?? "https://today.invalid",
                allowsLoopback: allowsLoopbackPushes
            ),
            logger: logger
        )
        let web = try await WebServer(
            host: host,
            version: TodayVersion.current,
            port: port,
            publicAddress: try publicServing?.address(logger: logger),
            pushes: pushes,
            now: { clock.now },
            logger: logger
        )
        let local = try LocalServer(
            routes: HostRoutes(
                host: host,
                version: TodayVersion.current,
                url: web.origin.url,
                makePairingLink: { web.makePairingLink(name: $0.name, rights: $0.rights) },
                makeLink: { page in
                    try await host.send(RecordLinkRequest(to: page))
                    return web.makeLink(to: page)
                }
            ),
            stateDirectory: configuration.stateDirectory,
            environment: environment,
            logger: logger
        )
        var cloud: EmbeddedCloud?
        if let cloudPort { cloud = try await makeCloud(port: cloudPort, host, logger) }
        let desktop = try await DesktopSurface(
            host: host,
            viewer: Viewer(language: configuration.language, zone: zone),
            environment: environment,
            logger: logger
        ) { page in
            web.makeLink(to: page.path).link
        }
        let announcer = ReadyAnnouncer(
            host: host,
            local: local,
            web: web,
            cloud: cloud,
            bundles: bundles,
            readyFile: readyFile,
            console: console
        )
        // The first service stops last, so the host leaves its cloud before the cloud stops.
        var services = cloud?.parts.services ?? []
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

    /// Makes the cloud inside the host; `nil` if its state cannot be opened, since the host is useful without it.
    ///
    /// - Throws: ``CommandError`` or `HostError` if the port that the person chose is not available.
    private func makeCloud(port: Int, _ host: TodayHost, _ logger: Logger) async throws -> EmbeddedCloud? {
        let port = try await EmbeddedCloud.choosePort(port, host)
        do {
            return try await EmbeddedCloud(stateDirectory: folder, port: port, host: host, logger: logger)
        } catch let error as CommandError {
            let sentence = "Today runs without the cloud inside it: \(error.message)"
            logger.error("The cloud inside the host cannot be opened", metadata: ["error": "\(error.message)"])
            console.printError(sentence)
            return nil
        }
    }
}
