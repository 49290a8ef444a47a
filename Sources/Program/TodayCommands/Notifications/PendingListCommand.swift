import ArgumentParser
import Host
import HostAPIClient
import JSON
import Notifications
import TodayProtocol
import TodayScreen

/// `today notifications pending`: lists the scheduled notifications.
struct PendingListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
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

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 1000.") }
    }

    func run(in context: CommandContext) async throws {
        try await Self.run(of: app, limit: limit, asJSON: json, on: host, in: context)
    }

    /// Lists the scheduled notifications of an app, or of all.
    static func run(
        of app: String?,
        limit: Int = 100,
        asJSON json: Bool,
        on host: HostOptions,
        in context: CommandContext
    ) async throws {
        let viewer = try host.viewer(context)
        let pending = try await host.withHost(context) { client in
            let id: AppID? = if let app { try await client.findNotifyingApp(app) } else { nil }
            return try await client.send(ListPendingNotificationsRequest(of: id, limit: limit, for: viewer))
        }
        context.console.print(PendingListReport(notifications: pending, zone: context.zone), asJSON: json)
    }
}

/// The scheduled notifications.
struct PendingListReport: Report {
    /// The notifications, the next one first.
    var notifications: [PendingNotification]
    var zone: String

    /// A line for each notification.
    var text: String {
        guard !notifications.isEmpty else { return "Nothing is scheduled." }
        let dates = Dates(zone: zone)
        return TextTable(
            of: notifications,
            ("DUE", { dates.display($0.due) }),
            ("APP", \.appTitle),
            ("IDENTIFIER", \.identifier),
            ("TITLE", \.title),
            ("", { $0.repeats ? "repeats" : nil })
        ).text
    }

    var json: JSONValue { .encoding(notifications) }
}
