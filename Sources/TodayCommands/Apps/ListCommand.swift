package import ArgumentParser
import HostAPI
import Notifications
import TodayProtocol
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
        let report = try await host.withHost(context) { client in
            let apps = try await client.apps(language: viewer.language)
            return AppListReport(apps: apps, badges: try await client.notifications(for: viewer).summary.badges)
        }
        context.console.print(report, asJSON: json)
    }
}
