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
