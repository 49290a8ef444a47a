import ArgumentParser
import Host
import HostAPIClient
import TodayProtocol

/// `today inbox read`: marks messages as read or unread.
struct InboxReadCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Mark messages as read, or as unread.",
        discussion: """
            Your other devices follow. If one of the messages does not exist, none is marked.

            EXAMPLES
              today inbox read 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d
              today inbox read 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d --unread
              today inbox read --all
            """
    )

    @Argument(
        help: ArgumentHelp("The messages' ids, as “today inbox” shows them, or how they begin.", valueName: "ID"),
        transform: MessageArgument.id
    )
    var ids: [MessageID] = []

    @Flag(help: "Mark every message.")
    var all = false

    @Flag(help: "Mark as unread.")
    var unread = false

    @Option(help: ArgumentHelp("The app's bundle identifier or name; all apps if left out.", valueName: "APP"))
    var app: String?

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard ids.isEmpty == all else { throw ValidationError("Specify which messages: IDs, or --all.") }
        guard ids.count <= MessageArgument.limit else {
            throw ValidationError("At most \(MessageArgument.limit) messages can be marked at once.")
        }
    }

    func run(in context: CommandContext) async throws {
        try await host.withHost(context) { client in
            let appID: AppID? = if let app { try await client.send(FindAppRequest(app)) } else { nil }
            guard all else {
                return try await client.send(
                    SetMessagesReadRequest(!unread, try await client.findAllMessages(ids, of: appID))
                )
            }
            var after: MessageID?
            repeat {
                let page = try await client.send(
                    ListMessagesRequest(of: appID, after: after, limit: MessageArgument.limit)
                )
                let others = page.messages.filter { $0.message.isRead == unread }
                if !others.isEmpty {
                    try await client.send(
                        SetMessagesReadRequest(!unread, others.map { MessageReference(app: $0.app, id: $0.message.id) })
                    )
                }
                after = page.next
            } while after != nil
        }
    }
}
