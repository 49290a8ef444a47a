import ArgumentParser
import Host
import HostAPIClient
import TodayProtocol

/// `today inbox delete`: deletes messages.
struct InboxDeleteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete messages.",
        discussion: """
            They disappear from your other devices after two minutes; until then, “today inbox restore” brings them back.
            If one of the messages does not exist, none is deleted.

            EXAMPLES
              today inbox delete 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d
              today inbox delete 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d --now
            """
    )
    /// The time in which the deletion can be undone, in seconds.
    private static let hold = 120.0

    @Argument(
        help: ArgumentHelp("The messages' ids, as “today inbox” shows them, or how they begin.", valueName: "ID"),
        transform: MessageArgument.id
    )
    var ids: [MessageID]

    @Flag(help: "Delete everywhere at once; this cannot be undone.")
    var now = false

    @Option(help: ArgumentHelp("The app's bundle identifier or name; all apps if left out.", valueName: "APP"))
    var app: String?

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard ids.count <= MessageArgument.limit else {
            throw ValidationError("At most \(MessageArgument.limit) messages can be deleted at once.")
        }
    }

    func run(in context: CommandContext) async throws {
        try await host.withHost(context) { client in
            let appID: AppID? = if let app { try await client.send(FindAppRequest(app)) } else { nil }
            let messages = try await client.findAllMessages(ids, of: appID)
            try await client.send(DeleteMessagesRequest(messages, hold: now ? nil : Self.hold))
        }
        guard !now else { return }
        let command = (["today inbox restore"] + ids.map(\.rawValue)).joined(separator: " ")
        context.console.writeError("Undo within 2 minutes: \(command)\n")
    }
}
