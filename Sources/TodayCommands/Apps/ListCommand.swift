package import ArgumentParser
import HostAPI
import TodayScreen

/// `today list`: the installed apps.
package struct ListCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the installed apps and their widgets.",
        discussion: """
            EXAMPLES
              today list
              today list --json
            """
    )

    @OptionGroup var host: HostOptions

    @Flag(help: "Print everything about the apps as JSON.")
    var json = false

    package init() {}

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        let apps = try await host.withHost(context) { try await $0.apps(language: viewer.language) }
        context.console.print(AppListReport(apps: apps), asJSON: json)
    }
}
