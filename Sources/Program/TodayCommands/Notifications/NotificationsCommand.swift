import ArgumentParser
import HostModel
import JSON
import LocalAPI
import TodayProtocol

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

struct NotificationListCommand: HostCommand {
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

    @Argument(help: .value("APP", "The app's bundle identifier or name; all if left out."))
    var app: String?

    @Flag(help: "List what is scheduled instead, like “today notifications pending”.")
    var pending = false

    @Flag(help: "Print the notifications as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        if pending {
            let report = try await client.pendingNotifications(of: app, for: viewer)
            return context.print(report, asJSON: json)
        }
        var state = try await client.send(GetNotificationsRequest(for: viewer))
        if let app { state = NotificationListReport.state(state, of: try await client.findNotifyingApp(app)) }
        context.print(NotificationListReport(state: state), asJSON: json)
    }
}

struct PendingListCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "pending",
        abstract: "List the scheduled notifications, the soonest first.",
        discussion: """
            EXAMPLES
              today notifications pending
              today notifications pending "Shopping List" --limit 5 --json
            """
    )

    @Argument(help: .value("APP", "The app's bundle identifier or name; all if left out."))
    var app: String?

    @Option(help: .value("N", "How many to show at most, 1 to 1000."))
    var limit = 100

    @Flag(help: "Print the notifications as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 1000.") }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let report = try await client.pendingNotifications(of: app, limit: limit, for: try host.viewer(context))
        context.print(report, asJSON: json)
    }
}

extension HostClient {
    fileprivate func pendingNotifications(
        of app: String?,
        limit: Int = 100,
        for viewer: Viewer
    ) async throws -> PendingListReport {
        let id: AppID? = if let app { try await findNotifyingApp(app) } else { nil }
        let pending = try await send(ListPendingNotificationsRequest(of: id, limit: limit, for: viewer))
        return PendingListReport(notifications: pending)
    }
}

struct PendingListReport: Report {
    var notifications: [PendingNotification]

    func text(in context: CommandContext) -> String {
        guard !notifications.isEmpty else { return "Nothing is scheduled." }
        let dates = context.dates
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

struct NotificationRemoveCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove notifications of an app, by identifier or all.",
        discussion: """
            ID is the identifier that the app gave a notification, or the number under which today notifications list
            shows it. With IDs, scheduled and delivered notifications are meant unless an option says which. What is not
            there is passed over.

            EXAMPLES
              today notifications remove Scripts backup
              today notifications remove "Shopping List" 12
              today notifications remove "Shopping List" --pending
              today notifications remove Scripts --all
            """
    )

    enum Kind: String, EnumerableFlag, Sendable {
        case pending
        case delivered
        case all

        static func help(for value: Self) -> ArgumentHelp? {
            switch value {
            case .pending: "Remove scheduled ones alone."
            case .delivered: "Remove delivered ones alone."
            case .all: "Remove scheduled and delivered ones."
            }
        }
    }

    @Argument(help: .value("APP", "The app's bundle identifier or name."))
    var app: String

    @Argument(help: .value("ID", "What to remove; all if left out."))
    var ids: [String] = []

    @Flag(exclusivity: .exclusive)
    var kind: Kind?

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard kind != nil || !ids.isEmpty else {
            throw ValidationError("Specify what to remove: IDs, --pending, --delivered or --all.")
        }
        guard ids.count <= 1000 else { throw ValidationError("At most 1000 IDs can be removed at once.") }
        guard !ids.contains("") else { throw ValidationError("An ID is empty.") }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let app = try await client.findNotifyingApp(app)
        try await client.send(
            RemoveNotificationsRequest(
                of: app,
                identifiers: ids.isEmpty ? nil : ids,
                pending: kind != .delivered,
                delivered: kind != .pending
            )
        )
    }
}

struct ResponseRetryCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry a failed action.",
        discussion: examples("today notifications", "today notifications retry 5c2e81f0")
    )

    @OptionGroup var response: FailedResponseArgument
    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await client.send(ResolveFailedResponseRequest(.retry, try await response.find(client, for: viewer).id))
    }
}

struct ResponseDiscardCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discard a failed action.",
        discussion: examples("today notifications discard 5c2e81f0")
    )

    @OptionGroup var response: FailedResponseArgument
    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await client.send(
            ResolveFailedResponseRequest(.discard, try await response.find(client, for: viewer).id)
        )
    }
}

struct FailedResponseArgument: ParsableArguments {
    @Argument(help: .value("ID", "The id of what failed, as “today notifications” shows it, or how it begins."))
    var id: String

    func validate() throws {
        guard id.count >= 4 else { throw ValidationError("ID is too short; give at least its first four characters.") }
    }

    func find(_ client: HostClient, for viewer: Viewer) async throws -> NotificationSummary.Failure {
        let failures = try await client.send(GetNotificationSummaryRequest(for: viewer)).failures
        let found = failures.filter { $0.id.hasPrefix(id.lowercased()) }
        guard let failure = found.first else {
            throw CommandError("Nothing that failed has the id \(id); list what failed with: today notifications")
        }
        guard found.count == 1 else {
            let ids = found.map(\.id).sorted().joined(separator: ", ")
            throw CommandError("\(found.count) ids begin with \(id): \(ids).")
        }
        return failure
    }
}
