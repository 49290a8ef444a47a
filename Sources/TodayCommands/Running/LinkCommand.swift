package import ArgumentParser
import HostAPI

/// `today link`: makes a new one-time link to the screen.
package struct LinkCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print a new one-time link to the screen.",
        discussion: """
            The link opens the screen in one browser, which then stays signed in. It works once.

            EXAMPLE
              xdg-open "$(today link)"
            """
    )

    @Flag(help: "Print the link as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let link = try await host.withHost(context) { try await $0.makeLink() }
        context.console.print(LinkReport(link: link), asJSON: json)
    }
}
