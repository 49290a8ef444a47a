import ArgumentParser
import Foundation
package import Host
import HostClock
import HostModel
import HostStorage
import Logging
import ProcessHost
import SessionBus
import TodayScreen

/// `today run`: runs the host and the web surface in the foreground.
struct RunCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Start Today in the foreground, and print a link to the screen.",
        discussion: """
            Runs until it gets SIGTERM or SIGINT (Control-C), and then ends everything that it started. Only one Today can
            run on a state folder at a time. Options take precedence over the configuration file.

            A cloud for this machine alone runs inside Today, on a port of its own. Today joins it by itself, unless it
            has joined another one with “today link”.

            EXAMPLES
              today run
              today run --state /tmp/trial --port 8080 --sandbox required
              today run --install Weather.app
              today run --listen 127.0.0.1:8090 --public-url https://today.example.org --trusted-proxy 127.0.0.1
              today run --listen 0.0.0.0:443 --public-url https://today.example.org \\
                --tls-certificate fullchain.pem --tls-key privkey.pem
            """
    )

    @Option(
        help: ArgumentHelp("The folder that holds all state and the configuration.", valueName: "DIR"),
        completion: .directory
    )
    var state: String?

    @Option(
        help: ArgumentHelp("The port of the web surface, or 0 for one that is chosen once and kept.", valueName: "N")
    )
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "Write a file when Today is ready: JSON with url, link, pid, socket, and the cloud inside it.",
            valueName: "F"
        )
    )
    var readyFile: String?

    @Option(
        help: ArgumentHelp(
            "The port of the cloud inside Today, or 0 for one that is chosen once and kept.",
            valueName: "N"
        )
    )
    var cloudPort: Int?

    @Flag(name: .customLong("no-cloud"), help: "Run no cloud inside Today.")
    var hasNoCloud = false

    @Option(help: ArgumentHelp("How processes are confined: auto, required or off.", valueName: "MODE"))
    var sandbox: HostConfiguration.Sandbox?

    @Option(
        help: ArgumentHelp(
            "Install a bundle before Today is ready, and agree to everything that it asks for; may be repeated.",
            valueName: "PATH.app"
        )
    )
    var install: [String] = []

    @Flag(name: .customLong("no-desktop"), help: "Do not show notifications on the desktop of this session.")
    var staysOffDesktop = false

    @Flag(
        name: .customLong("no-wake-for-actions"),
        help: "Do not start an app for queued actions; it processes them when it runs for another reason."
    )
    var sleepsForActions = false

    @Option(
        help: ArgumentHelp(
            "How many updates of a widget may run in a day while nobody watches; 0 for none.",
            valueName: "N"
        )
    )
    var unseenUpdates: Int?

    @Option(
        help: ArgumentHelp(
            "Where the key of the keychain is kept: auto, file or secret-service (the keyring of the desktop).",
            valueName: "PLACE"
        )
    )
    var keychainKey: KeychainKeyOption?

    @Option(
        help: ArgumentHelp(
            "What an app may have in the database, in bytes, for tests.",
            valueName: "N",
            visibility: .private
        )
    )
    var appBytes = DurableStore.defaultAppBytes

    @Option(
        help: ArgumentHelp("A folder in place of the kernel's power supplies.", valueName: "DIR", visibility: .private)
    )
    var powerSupplyFolder: String?

    @Option(
        help: ArgumentHelp("A file that steers the host's clock, for tests.", valueName: "F", visibility: .private)
    )
    var clockFile: String?

    @Flag(
        name: .customLong("allow-loopback-push"),
        help: ArgumentHelp("Also send pushes to services on this machine, for tests.", visibility: .private)
    )
    var allowsLoopbackPushes = false

    @OptionGroup(title: "Other machines") var publicOptions: PublicOptions

    @Option(help: ArgumentHelp("How much to log: debug, info, notice, warning or error.", valueName: "LEVEL"))
    var logLevel = LogLevel.notice

    func validate() throws {
        if let cloudPort, !(0...65_535).contains(cloudPort) {
            throw ValidationError("--cloud-port is a number from 0 to 65535; 0 lets Today choose one and keep it.")
        }
        if cloudPort != nil, hasNoCloud {
            throw ValidationError("--cloud-port is the port of the cloud that --no-cloud leaves out; choose one.")
        }
        if let unseenUpdates, !UserConfiguration.unseenUpdateLimits.contains(unseenUpdates) {
            throw ValidationError(
                "--unseen-updates is a number from 0 to \(UserConfiguration.unseenUpdateLimits.upperBound)."
            )
        }
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("--port is a number from 0 to 65535; 0 lets Today choose one and keep it.")
        }
    }

    func run(in context: CommandContext) async throws {
        let location = try StateLocation(option: state, context: context)
        let configuration = try UserConfiguration(contentsOf: location.configurationFile)
        // The files are read before anything starts, so that mistakes are reported at once. Naming a bundle here is
        // consent to install it.
        let bundles = install.map(context.absolutePath)
        var trusted = configuration.trusted
        do throws(BundleError) {
            for bundle in bundles {
                let manifest = try BundleReader().read(at: bundle)
                trusted.insert(manifest.id)
                for sentence in manifest.unsupportedSentences {
                    context.console.printError("\(manifest.folder): \(sentence.english)")
                }
            }
        } catch {
            throw CommandError(error.description)
        }
        let runner = HostRunner(
            configuration: HostConfiguration(
                stateDirectory: URL(filePath: location.stateDirectory, directoryHint: .isDirectory),
                sandbox: sandbox ?? configuration.sandbox,
                trustedApps: trusted,
                language: configuration.language ?? context.systemLanguage,
                wakesForActions: configuration.wakesForActions && !sleepsForActions,
                actionWait: Double(configuration.actionWaitHours) * 3600,
                unseenUpdateLimit: unseenUpdates ?? configuration.unseenUpdateLimit,
                appBytes: appBytes,
                powerSupplyFolder: powerSupplyFolder.map(context.absolutePath) ?? PowerSupplies.systemFolder,
                sessionBus: SessionBusAddress(environment: context.environment),
                usesSecretService: (keychainKey ?? configuration.keychainKey).usesSecretService(
                    lingers: KeychainKeyOption.lingers()
                ),
                version: TodayVersion.current
            ),
            port: port ?? configuration.port,
            cloudPort: hasNoCloud ? nil : cloudPort ?? 0,
            usesDesktop: !staysOffDesktop,
            zone: context.zone,
            readyFile: readyFile.map(context.absolutePath),
            publicServing: try PublicServing(publicOptions, in: context.absolutePath),
            pushContact: configuration.pushContact,
            allowsLoopbackPushes: allowsLoopbackPushes,
            bundles: bundles,
            makeClock: clockMaker(context),
            environment: context.environment,
            console: context.console
        )
        do {
            try await runner.run(logLevel: logLevel)
        } catch let error as HostError {
            throw CommandError(error)
        }
    }

    /// Returns a factory of the system's clock, or of one that a file controls.
    private func clockMaker(
        _ context: CommandContext
    ) -> @Sendable () throws(CommandError) -> any WallClock {
        guard let path = clockFile.map(context.absolutePath) else { return { SystemWallClock() } }
        return { () throws(CommandError) in
            do { return try FileDrivenWallClock(following: path) } catch {
                throw CommandError("The clock file \(path) cannot be read or says no time.", cause: error)
            }
        }
    }
}

extension HostConfiguration.Sandbox: ExpressibleByArgument {}

/// The storage of the key of the keychain, as an argument and as a setting.
enum KeychainKeyOption: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The session's Secret Service, if there is one; but a file if Today also runs while nobody is logged in, since
    /// the Secret Service is locked then.
    case auto
    /// A file in the state folder.
    case file
    /// The session's Secret Service, as soon as there is one.
    case secretService = "secret-service"

    /// Returns `true` if the key belongs in the Secret Service.
    ///
    /// - Parameter lingers: `true` if services of this account also run while nobody is logged in.
    /// - Returns: `true` for the Secret Service, `false` for a file.
    func usesSecretService(lingers: Bool) -> Bool {
        switch self {
        case .auto: !lingers
        case .file: false
        case .secretService: true
        }
    }

    /// Returns `true` if services of this account also run while nobody is logged in (`loginctl enable-linger`).
    ///
    /// - Parameter folder: The folder in which systemd keeps a file for each such account, named after it.
    /// - Returns: `true` if they do.
    static func lingers(folder: String = "/var/lib/systemd/linger") -> Bool {
        guard let name = getpwuid(geteuid())?.pointee.pw_name.map({ String(cString: $0) }) else { return false }
        return FileManager.default.fileExists(atPath: "\(folder)/\(name)")
    }
}

/// The log level of the host, as an argument.
enum LogLevel: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Everything; only for debugging, since it may contain the screen's contents.
    case debug
    /// Messages for tracing single requests.
    case info
    /// Important changes.
    case notice
    /// Problems that the host recovered from.
    case warning
    /// Failures.
    case error

    /// The corresponding level of the logging library.
    var loggerLevel: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
