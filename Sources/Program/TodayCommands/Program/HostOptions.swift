import ArgumentParser
import Foundation
import Host
import HostAPI
import TodayScreen

/// The options of every command that asks the host.
package struct HostOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder that holds all state and the configuration.", valueName: "DIR"))
    var state: String?

    package init() {}

    /// Asks the host that runs on the state folder.
    ///
    /// - Parameters:
    ///   - context: The process.
    ///   - body: What to ask.
    /// - Returns: What `body` returns.
    /// - Throws: ``CommandError``, with status `notRunning` if there is no host.
    func withHost<Result: Sendable>(
        _ context: CommandContext,
        _ body: (HostClient) async throws -> Result
    ) async throws -> Result {
        let location = try StateLocation(option: state, context: context)
        do {
            let folder = URL(filePath: location.stateDirectory, directoryHint: .isDirectory)
            return try await body(HostClient(stateDirectory: folder, environment: context.environment))
        } catch let error as HostError {
            // A running host never answers this: it is the client's word for one that cannot be reached.
            throw CommandError(error, unavailable: .notRunning)
        }
    }

    /// Who looks: the configured language, or else the locale's, and the machine's time zone.
    func viewer(_ context: CommandContext) throws(CommandError) -> Viewer {
        let location = try StateLocation(option: state, context: context)
        let configuration = try UserConfiguration(contentsOf: location.configurationFile)
        return Viewer(language: configuration.language ?? context.systemLanguage, zone: context.zone)
    }
}

/// Where a command finds the state and the configuration.
package struct StateLocation: Hashable, Sendable {
    /// The absolute path of the state folder.
    package var stateDirectory: String
    /// The absolute path of the configuration; the file need not be there.
    package var configurationFile: String

    /// Finds both.
    ///
    /// The state is in `--state`, or else in `$XDG_DATA_HOME/today`, or else in `~/.local/share/today`. The configuration
    /// is `config.json` inside `--state`, or else in `$XDG_CONFIG_HOME/today`, or else in `~/.config/today`. As the XDG
    /// specification has it, a variable that holds no absolute path counts as not set.
    ///
    /// - Parameters:
    ///   - option: What `--state` said.
    ///   - context: The process.
    /// - Throws: ``CommandError`` if neither the option nor the environment tells.
    package init(option: String?, context: CommandContext) throws(CommandError) {
        if let option {
            stateDirectory = context.absolutePath(option)
            configurationFile = "\(stateDirectory)/config.json"
            return
        }
        stateDirectory = try Self.folder("XDG_DATA_HOME", home: ".local/share", context) + "/today"
        configurationFile = try Self.folder("XDG_CONFIG_HOME", home: ".config", context) + "/today/config.json"
    }

    private static func folder(
        _ variable: String,
        home: String,
        _ context: CommandContext
    ) throws(CommandError) -> String {
        if let path = context.environment[variable], path.hasPrefix("/") { return context.absolutePath(path) }
        guard let path = context.environment["HOME"], path.hasPrefix("/") else {
            throw CommandError("There is no home folder: set HOME or \(variable), or name a folder with --state.")
        }
        return context.absolutePath("\(path)/\(home)")
    }
}
