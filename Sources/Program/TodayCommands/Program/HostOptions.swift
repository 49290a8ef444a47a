import ArgumentParser
import Foundation
import HostDaemon
import HostModel
import LocalAPI
import TodayProtocol

struct HostOptions: ParsableArguments {
    @Option(help: .value("DIR", "The folder that holds all state and the configuration."), completion: .directory)
    var state: String?

    /// Returns a client of the host that is or will be running on the state folder.
    func client(_ context: CommandContext) throws -> HostClient {
        let location = try StateLocation(option: state, context: context)
        let folder = URL(filePath: location.stateDirectory, directoryHint: .isDirectory)
        return try HostClient(stateDirectory: folder, environment: context.environment)
    }

    /// Returns the viewer: the configured language, or else that of the locale, and the machine's time zone.
    func viewer(_ context: CommandContext) throws -> Viewer {
        let location = try StateLocation(option: state, context: context)
        let configuration = try UserConfiguration(contentsOf: location.configurationFile)
        return Viewer(language: configuration.language ?? context.systemLanguage, zone: context.zone)
    }
}

protocol HostCommand: ContextCommand {
    var host: HostOptions { get }

    /// Runs the command with a client of the host, which need not run.
    func run(with client: HostClient, in context: CommandContext) async throws
}

extension HostCommand {
    func run(in context: CommandContext) async throws { try await run(with: try host.client(context), in: context) }
}

extension HostClient {
    /// Sends a request; `nil` if the host does not find what it names.
    func sendIfFound<Request: RoutedRequest>(_ request: Request) async throws(HostError) -> Request.Reply? {
        do throws(HostError) { return try await send(request) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// Finds an installed app; `nil` if there is no name.
    func findApp(_ name: String?) async throws(HostError) -> AppID? {
        guard let name else { return nil }
        return try await send(FindAppRequest(name))
    }

    /// Finds an app that can have notifications, installed or built in; an error lists them if none has the name.
    func findNotifyingApp(_ name: String) async throws(HostError) -> AppID {
        // No installed app has the name of a built-in one, but an installed app's name may begin with it.
        if let app = BuiltInApp.named(name) { return app }
        do throws(HostError) {
            return try await send(FindAppRequest(name, orBuiltIn: true))
        } catch {
            guard error.code == .notFound else { throw error }
            let builtIn = BuiltInApp.all.map { "\(BuiltInApp.title(of: $0) ?? "") (\($0))" }.joined(separator: ", ")
            throw HostError(.notFound, "\(error.message) Built in: \(builtIn).", cause: error.cause)
        }
    }
}

extension StateLocation {
    /// Determines both paths; throws an error if neither the option nor the environment gives one.
    ///
    /// The state is in `--state`, or else in `$TODAY_STATE`, or else in `$XDG_DATA_HOME/today`, or else in
    /// `~/.local/share/today`. The configuration is `config.json` inside `--state` or `$TODAY_STATE`, or else in
    /// `$XDG_CONFIG_HOME/today`, or else in `~/.config/today`. As the XDG specification demands, its variables are
    /// ignored if they are not absolute paths; so is an empty `TODAY_STATE`.
    init(option: String?, context: CommandContext) throws(CommandError) {
        let variable = context.environment["TODAY_STATE"].flatMap { $0.isEmpty ? nil : $0 }
        if let option = option ?? variable {
            let folder = context.absolutePath(option)
            self.init(stateDirectory: folder, configurationFile: "\(folder)/config.json")
            return
        }
        self.init(
            stateDirectory: try Self.folder("XDG_DATA_HOME", home: ".local/share", context) + "/today",
            configurationFile: try Self.folder("XDG_CONFIG_HOME", home: ".config", context) + "/today/config.json"
        )
    }

    /// Creates a state folder with access for its owner only, unless it exists.
    static func makeFolder(_ path: String) throws(CommandError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandError(
                "\(path) cannot be a folder for the state; choose another one with --state.",
                cause: error
            )
        }
    }

    private static func folder(
        _ variable: String,
        home: String,
        _ context: CommandContext
    ) throws(CommandError) -> String {
        guard let path = context.folder(variable, inHome: home) else {
            throw CommandError(
                "There is no home folder: set HOME or \(variable), or name a folder with --state or TODAY_STATE."
            )
        }
        return path
    }
}
