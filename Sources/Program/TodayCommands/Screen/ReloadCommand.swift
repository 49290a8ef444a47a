import ArgumentParser
import Host
import HostAPIClient
import TodayScreen

/// `today reload`: requests an update of a widget.
struct ReloadCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Ask a widget for an update, and wait for it.",
        discussion: """
            EXAMPLE
              today reload Weather
            """
    )

    @Argument(help: ArgumentHelp("The widget's bundle identifier or name.", valueName: "WIDGET"))
    var widget: String

    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let language = try host.viewer(context).language
        try await host.withHost(context) { client in
            let id = try await client.send(FindWidgetRequest(widget))
            try await client.send(ReloadWidgetRequest(id, language: language))
            context.console.printError("Updated \(id).")
        }
    }
}
