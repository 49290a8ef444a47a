import ArgumentParser
import Host
import HostAPIClient
import TodayProtocol

/// `today inbox restore`: undoes the deletion of messages.
struct InboxRestoreCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Undo the deletion of messages.",
        discussion: """
            This works for two minutes after “today inbox delete”. If one of the messages cannot be restored, none is.

            EXAMPLE
              today inbox restore 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d
            """
    )

    @Argument(
        help: ArgumentHelp("The ids that “today inbox delete” printed, or how they begin.", valueName: "ID"),
        transform: MessageArgument.id
    )
    var ids: [MessageID]

    @Option(help: ArgumentHelp("The app's bundle identifier or name; all apps if left out.", valueName: "APP"))
    var app: String?

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard ids.count <= MessageArgument.limit else {
            throw ValidationError("At most \(MessageArgument.limit) messages can be restored at once.")
        }
    }

    func run(in context: CommandContext) async throws {
        try await host.withHost(context) { client in
            let appID: AppID? = if let app { try await client.send(FindAppRequest(app)) } else { nil }
            try await client.send(RestoreMessagesRequest(ids, of: appID))
        }
    }
}
