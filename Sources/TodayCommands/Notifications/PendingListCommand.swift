package import ArgumentParser
import HostAPI
import Notifications
import TodayProtocol
import TodayScreen

/// `today notifications pending`: the scheduled notifications.
package struct PendingListCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "pending",
        abstract: "List the scheduled notifications, the soonest first.",
        discussion: """
            EXAMPLES
              today notifications pending
              today notifications pending "Shopping List" --limit 5 --json
            """
    )

    @Argument(help: ArgumentHelp("The app's bundle identifier or name; all if left out.", valueName: "APP"))
    var app: String?

    @Option(help: ArgumentHelp("How many to show at most, 1 to 1000.", valueName: "N"))
    var limit = 100

    @Flag(help: "Print the notifications as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 1000.") }
    }

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        let pending = try await host.withHost(context) { client in
            let id: AppID? = if let app { try await client.findApp(app) } else { nil }
            return try await client.pendingNotifications(of: id, limit: limit, for: viewer)
        }
        context.console.print(PendingListReport(notifications: pending, zone: context.zone), asJSON: json)
    }
}
