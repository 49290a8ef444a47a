package import ArgumentParser
import HostAPI

/// `today open`: opens an address.
package struct OpenCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an address, and show the app's page that it leads to.",
        discussion: """
            An address that leads out of Today is printed and not opened.

            EXAMPLE
              today open today-weather://
            """
    )

    @Argument(help: ArgumentHelp("The address, of a scheme that an installed app opens.", valueName: "URL"))
    var url: String

    @Flag(help: "Print the page as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await host.withHost(context) { try await $0.show(url, for: viewer, asJSON: json, in: context) }
    }
}
