package import ArgumentParser
import Host
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
        try await host.withHost(context) { client in
            switch try await client.open(url: url, viewer: viewer) {
            case .scene(let url):
                let scene = try await client.scene(url: url, viewer: viewer)
                let report = SceneReport(scene: scene, viewer: viewer, look: TerminalLook(context))
                context.console.print(report, asJSON: json)
            case .external(let url):
                context.console.print(ExternalReport(url: url), asJSON: json)
            }
        }
    }
}
