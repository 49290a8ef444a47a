import ArgumentParser
import CloudDaemon
import CloudStorage
import JSON

struct CloudTraceCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Show what APNs and webhooks answered to a push.",
        discussion: """
            ID is the id of the push, as the sender got it. The cloud keeps the newest 10,000 attempts, without any text of a
            push and without addresses. What happens on a host is in the host's own trace: today trace.

            EXAMPLES
              today cloud trace 1f6c0d5e-2b7a-4c39-9d1e-0a4b6f1f2c3d
            """
    )

    @Argument(help: .value("ID", "The id of the push."))
    var id: String

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the attempts as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let attempts = try await location.withCloud(context) { cloud in
            try await cloud.store.outboxAttempts(of: PushID(id))
        }
        guard let attempts else { throw CommandError("This cloud knows no push \(id).") }
        context.print(CloudTraceReport(attempts: attempts), asJSON: json)
    }
}

struct CloudTraceReport: Report {
    var attempts: [OutboxAttempt]

    func text(in context: CommandContext) -> String {
        guard !attempts.isEmpty else { return "The push was sent to no channel through APNs or a webhook." }
        let dates = context.dates
        let table = TextTable(
            of: attempts,
            ("TIME", { dates.display($0.date) }),
            ("CHANNEL", \.channel.text),
            ("TYPE", \.type),
            ("ANSWER", { [$0.outcome.rawValue, $0.reason].compactMap(\.self).joined(separator: ": ") })
        )
        return table.text(with: dates)
    }

    var json: JSONValue {
        .list(attempts) {
            [
                "date": $0.date, "channel": $0.channel.text, "type": $0.type, "outcome": $0.outcome.rawValue,
                "reason": $0.reason,
            ]
        }
    }
}
