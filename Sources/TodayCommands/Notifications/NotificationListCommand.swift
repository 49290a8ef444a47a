package import ArgumentParser
import HostAPI
import Notifications
import TodayScreen

/// `today notifications list`: the delivered notifications.
package struct NotificationListCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the delivered notifications, and what can be done with each.",
        discussion: """
            Below a notification stand its actions, as IDENTIFIER = TITLE; today respond chooses one.

            EXAMPLES
              today notifications list
              today notifications list "Shopping List" --json
            """
    )

    @Argument(help: ArgumentHelp("The app's bundle identifier or name; all if left out.", valueName: "APP"))
    var app: String?

    @Flag(help: "Print the notifications as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        let state = try await host.withHost(context) { client in
            let state = try await client.notifications(for: viewer)
            guard let app else { return state }
            return NotificationListReport.state(state, of: try await client.findApp(app))
        }
        let report = NotificationListReport(state: state, look: TerminalLook(context), now: context.now)
        context.console.print(report, asJSON: json)
    }
}
