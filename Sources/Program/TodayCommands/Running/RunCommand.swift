import ArgumentParser
package import HostDaemon
import Logging

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
              today run --lan
              today run --listen 127.0.0.1:8090 --public-url https://today.example.org --trusted-proxy 127.0.0.1
              today run --listen 0.0.0.0:443 --public-url https://today.example.org \\
                --tls-certificate fullchain.pem --tls-key privkey.pem
            """
    )

    @Option(help: .value("DIR", "The folder that holds all state and the configuration."), completion: .directory)
    var state: String?

    @Option(help: .value("N", "The port of the web surface, or 0 for one that is chosen once and kept."))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "Write a file when Today is ready: JSON with url, link, pid, socket, and the cloud inside it.",
            valueName: "F"
        )
    )
    var readyFile: String?

    @Option(help: .value("N", "The port of the cloud inside Today, or 0 for one that is chosen once and kept."))
    var cloudPort: Int?

    @Flag(name: .customLong("no-cloud"), help: "Run no cloud inside Today.")
    var hasNoCloud = false

    @Option(help: .value("MODE", "How processes are confined: auto, required or off."))
    var sandbox: SandboxSetting?

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

    @Option(help: .value("N", "How many updates of a widget may run in a day while nobody watches; 0 for none."))
    var unseenUpdates: Int?

    @Option(
        help: ArgumentHelp(
            "Where the key of the keychain is kept: auto, file or secret-service (the keyring of the desktop).",
            valueName: "PLACE"
        )
    )
    var keychainKey: KeychainKeyOption?

    @Option(help: .hidden("N", "What an app may have in the database, in bytes, for tests."))
    var appBytes = HostRunner.defaultAppBytes

    @Option(help: .hidden("DIR", "A folder in place of the kernel's power supplies."))
    var powerSupplyFolder: String?

    @Option(help: .hidden("DIR", "A folder in place of that with the package's apps, for tests."))
    var packagedApps: String?

    @Option(help: .hidden("F", "A file that steers the host's clock, for tests."))
    var clockFile: String?

    @Flag(
        name: .customLong("allow-loopback-push"),
        help: ArgumentHelp("Also send pushes to services on this machine, for tests.", visibility: .private)
    )
    var allowsLoopbackPushes = false

    @OptionGroup(title: "Other machines") var publicOptions: PublicOptions

    @Option(help: .value("LEVEL", "How much to log: debug, info, notice, warning or error."))
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
        var configuration = try UserConfiguration(contentsOf: location.configurationFile)
        configuration.port = port ?? configuration.port
        configuration.sandbox = sandbox ?? configuration.sandbox
        configuration.language = configuration.language ?? context.systemLanguage
        configuration.wakesForActions = configuration.wakesForActions && !sleepsForActions
        configuration.unseenUpdateLimit = unseenUpdates ?? configuration.unseenUpdateLimit
        configuration.keychainKey = keychainKey ?? configuration.keychainKey
        var runner = HostRunner(
            folder: location.stateDirectory,
            configuration: configuration,
            zone: context.zone,
            environment: context.environment,
            version: TodayVersion.current,
            announce: context.console.print,
            writeError: context.console.writeError
        )
        for bundle in install {
            for sentence in try runner.install(context.absolutePath(bundle)) { context.console.printError(sentence) }
        }
        runner.cloudPort = hasNoCloud ? nil : cloudPort ?? 0
        runner.usesDesktop = !staysOffDesktop
        runner.readyFile = readyFile.map(context.absolutePath)
        runner.publicServing = try publicOptions.serving(in: context.absolutePath)
        runner.servesPrivateNetworks = publicOptions.lan
        runner.allowsLoopbackPushes = allowsLoopbackPushes
        runner.appBytes = appBytes
        runner.powerSupplyFolder = powerSupplyFolder.map(context.absolutePath)
        runner.packagedAppsFolder = packagedApps.map(context.absolutePath)
        runner.clockFile = clockFile.map(context.absolutePath)
        try StateLocation.makeFolder(location.stateDirectory)
        try await runner.run(logLevel: logLevel.loggerLevel)
    }
}

extension SandboxSetting: ExpressibleByArgument {}
extension KeychainKeyOption: ExpressibleByArgument {}

enum LogLevel: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Everything; only for debugging, since it may contain the screen's contents.
    case debug
    case info
    case notice
    case warning
    case error

    var loggerLevel: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
