package import ArgumentParser
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
    ///   - body: What to ask; the client must not be used after it returns.
    /// - Returns: What `body` returns.
    /// - Throws: ``CommandError``, with status `notRunning` if there is no host.
    func withHost<Result: Sendable>(
        _ context: CommandContext,
        _ body: (HostClient) async throws -> Result
    ) async throws -> Result {
        let location = try StateLocation(option: state, context: context)
        do {
            return try await HostClient.withClient(stateDirectory: location.stateDirectory, body)
        } catch let error as HostError {
            throw CommandError(error, state: location.stateDirectory)
        }
    }

    /// Who looks: the configured language, or else the locale's, and the machine's time zone.
    func viewer(_ context: CommandContext) throws(CommandError) -> Viewer {
        let location = try StateLocation(option: state, context: context)
        let configuration = try UserConfiguration(contentsOf: location.configurationFile)
        return Viewer(language: configuration.language ?? context.systemLanguage, zone: context.zone)
    }
}
