package import ArgumentParser
import Host
import HostAPIClient

/// `today uninstall`: removes an app.
package struct UninstallCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove an app, its widgets and its data.",
        discussion: """
            The data of an app group stays while another installed app uses the group.

            EXAMPLES
              today uninstall Weather
              today uninstall com.example.Weather --keep-data
            """
    )

    @Argument(help: ArgumentHelp("The app's bundle identifier or name.", valueName: "APP"))
    var app: String

    @Flag(help: "Keep the data, for when the app is installed again.")
    var keepData = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        try await host.withHost(context) { client in
            let id = try await client.send(FindAppRequest(app))
            try await client.send(UninstallAppRequest(id, keepsData: keepData))
            context.console.printError("Removed \(id).")
        }
    }
}
