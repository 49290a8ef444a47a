import ArgumentParser
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct ActionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "List, retry and discard the actions that apps have not processed.",
        discussion: """
            EXAMPLES
              today actions
              today actions list --app Habits --json
              today actions retry 12
              today actions discard 12
            """,
        subcommands: [ActionListCommand.self, ActionRetryCommand.self, ActionDiscardCommand.self],
        defaultSubcommand: ActionListCommand.self
    )
}

struct ActionListCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the actions that are waiting, being retried or failed, the oldest first.",
        discussion: examples("today actions list", "today actions list --app Habits --json")
    )

    @OptionGroup var app: ActionAppOption

    @Option(help: .value("N", "How many to show at most, 1 to 10000."))
    var limit = 1000

    @Flag(help: "Print the actions as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard GetOutboxRequest.limitRange.contains(limit) else {
            throw ValidationError("--limit is a number from 1 to 10000.")
        }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        let app = try await app.find(client)
        var outbox = Outbox(hasMore: true)
        // Each reply contains as many actions as fit.
        while outbox.hasMore, outbox.entries.count < limit {
            let next = try await client.send(
                GetOutboxRequest(
                    of: app,
                    after: outbox.entries.last?.number,
                    limit: limit - outbox.entries.count,
                    hasPayloads: json,
                    language: viewer.language
                )
            )
            outbox.entries += next.entries
            outbox.hasMore = next.hasMore && !next.entries.isEmpty
        }
        context.print(ActionListReport(outbox: outbox), asJSON: json)
    }
}

struct ActionRetryCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Have an app process an action now.",
        discussion: examples("today actions retry 12")
    )

    @OptionGroup var action: QueuedActionArgument
    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        try await client.send(RetryActionRequest(try await action.find(client)))
    }
}

struct ActionDiscardCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Remove an action; its app never gets it.",
        discussion: examples("today actions discard 12")
    )

    @OptionGroup var action: QueuedActionArgument
    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        try await client.send(DiscardActionRequest(try await action.find(client)))
    }
}

struct ActionAppOption: ParsableArguments {
    @Option(name: .customLong("app"), help: .value("APP", "The app's bundle identifier or name; all if left out."))
    var name: String?

    /// Finds the app; `nil` if the option is missing.
    func find(_ client: HostClient) async throws(HostError) -> AppID? { try await client.findApp(name) }
}

struct QueuedActionArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The action's number, as “today actions” shows it, or the action's id, or how the id begins.",
            valueName: "ID"
        )
    )
    var id: String

    @OptionGroup var app: ActionAppOption

    /// Finds the action's number; fails unless the id matches exactly one action.
    func find(_ client: HostClient) async throws(HostError) -> Int64 {
        try await client.send(FindActionRequest(id, of: try await app.find(client)))
    }
}

struct ActionListReport: Report {
    var outbox: Outbox

    func text(in context: CommandContext) -> String {
        guard !outbox.entries.isEmpty else { return "No actions are waiting." }
        let dates = context.dates
        let table = TextTable(
            of: outbox.entries,
            ("ID", { String($0.number) }),
            ("APP", \.appTitle),
            ("ENQUEUED", { dates.display($0.enqueued) }),
            ("STATE", \.state.rawValue),
            ("ATTEMPTS", { $0.attempts == 0 ? nil : String($0.attempts) }),
            ("NEXT", { $0.nextAttempt.map(dates.display) }),
            ("", { $0.error?.english })
        )
        let text = table.text(width: context.tableWidth)
        return outbox.hasMore ? "\(text)\nThere are more; show them with --limit." : text
    }

    var json: JSONValue {
        .list(outbox.entries) {
            [
                "number": $0.number, "app": $0.app, "appTitle": $0.appTitle, "group": $0.group, "id": $0.id,
                "payload": $0.payload.orNull, "enqueued": $0.enqueued, "state": $0.state, "attempts": $0.attempts,
                "nextAttempt": $0.nextAttempt, "error": $0.error,
            ]
        }
    }
}
