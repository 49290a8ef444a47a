import ArgumentParser
import Host
import HostAPIClient
import Notifications
import TodayProtocol
import TodayScreen

/// `today notifications`: groups the commands about notifications; without a subcommand it lists them.
struct NotificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "List and remove notifications, and retry or discard failed actions.",
        discussion: """
            EXAMPLES
              today notifications
              today notifications --pending
              today notifications remove "Shopping List" --all
              today notifications retry 5c2e81f0
            """,
        subcommands: [
            NotificationListCommand.self, PendingListCommand.self, NotificationRemoveCommand.self,
            ResponseRetryCommand.self, ResponseDiscardCommand.self,
        ],
        defaultSubcommand: NotificationListCommand.self
    )
}

/// `today notifications list`: lists the delivered notifications.
struct NotificationListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the delivered notifications, and what can be done with each.",
        discussion: """
            The actions of a notification are below it, as IDENTIFIER = TITLE; “today respond” chooses one.

            EXAMPLES
              today notifications list
              today notifications list "Shopping List" --json
            """
    )

    @Argument(help: ArgumentHelp("The app's bundle identifier or name; all if left out.", valueName: "APP"))
    var app: String?

    @Flag(help: "List what is scheduled instead, like “today notifications pending”.")
    var pending = false

    @Flag(help: "Print the notifications as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        if pending { return try await PendingListCommand.run(of: app, asJSON: json, on: host, in: context) }
        let viewer = try host.viewer(context)
        let state = try await host.withHost(context) { client in
            let state = try await client.send(GetNotificationsRequest(for: viewer))
            guard let app else { return state }
            return NotificationListReport.state(state, of: try await client.findNotifyingApp(app))
        }
        let report = NotificationListReport(state: state, formatter: TerminalFormatter(context), now: context.now)
        context.console.print(report, asJSON: json)
    }
}

extension HostClient {
    /// Finds an app that can have notifications: an installed one, or a built-in one.
    ///
    /// - Throws: ``HostError`` that lists the apps if none has the name.
    func findNotifyingApp(_ name: String) async throws(HostError) -> AppID {
        // No installed app has the name of a built-in one, but an installed app's name may begin with it.
        if let app = BuiltInApp.named(name) { return app }
        do throws(HostError) {
            return try await send(FindAppRequest(name, orBuiltIn: true))
        } catch {
            guard error.code == .notFound else { throw error }
            let builtIn = BuiltInApp.all.map { "\(BuiltInApp.title(of: $0) ?? "") (\($0))" }.joined(separator: ", ")
            throw HostError(.notFound, "\(error.message) Built in: \(builtIn).", cause: error.cause)
        }
    }
}
