import ArgumentParser
import HostModel
import LocalAPI
import TodayProtocol

struct InboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox",
        abstract: "List, read and delete the messages that were sent to you.",
        discussion: """
            EXAMPLES
              today inbox                            List the newest messages
              today inbox list --search dinner
              today inbox open 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d
              today inbox read --all
            """,
        subcommands: [
            InboxListCommand.self, InboxOpenCommand.self, InboxReadCommand.self, InboxDeleteCommand.self,
            InboxRestoreCommand.self,
        ],
        defaultSubcommand: InboxListCommand.self
    )
}

enum MessageArgument {
    static let limit = 1000

    static func id(_ text: String) throws -> MessageID {
        let id = MessageID(text)
        guard id.isWellFormed else {
            throw ValidationError("a message's id has letters, digits, - and _, as “today inbox” shows it")
        }
        return id
    }

    /// Throws a validation error if there are too many messages to be `marked`, for example.
    static func check(_ ids: [MessageID], _ verb: String) throws {
        guard ids.count <= limit else { throw ValidationError("At most \(limit) messages can be \(verb) at once.") }
    }
}

extension HostClient {
    /// Finds a message by its id, or by its beginning, in the inbox of one app or of any app.
    func findMessage(_ id: MessageID, of app: AppID?) async throws -> ShownMessage {
        for place in try await findAllMessages([id], of: app) {
            if let message = try await send(GetMessageRequest(place.id, of: place.app)) { return message }
        }
        throw Self.noMessage(id)
    }

    /// Finds messages with one request; fails with an error that names the first missing one unless all of them exist.
    func findAllMessages(_ ids: [MessageID], of app: AppID?) async throws -> [MessageReference] {
        let places = try await send(FindMessagesRequest(ids, of: app))
        let found = places.map(\.id.rawValue)
        if let missing = ids.first(where: { id in !found.contains { $0.hasPrefix(id.rawValue) } }) {
            throw Self.noMessage(missing)
        }
        return places
    }

    private static func noMessage(_ id: MessageID) -> CommandError {
        CommandError("There is no message \(id); it was deleted or has expired. To list messages: today inbox")
    }
}

struct InboxReadCommand: HostCommand {
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
        help: .value("ID", "The messages' ids, as “today inbox” shows them, or how they begin."),
        transform: MessageArgument.id
    )
    var ids: [MessageID] = []

    @Flag(help: "Mark every message.")
    var all = false

    @Flag(help: "Mark as unread.")
    var unread = false

    @Option(help: .value("APP", "The app's bundle identifier or name; all apps if left out."))
    var app: String?

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard ids.isEmpty == all else { throw ValidationError("Specify which messages: IDs, or --all.") }
        try MessageArgument.check(ids, "marked")
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let appID = try await client.findApp(app)
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

struct InboxDeleteCommand: HostCommand {
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
        help: .value("ID", "The messages' ids, as “today inbox” shows them, or how they begin."),
        transform: MessageArgument.id
    )
    var ids: [MessageID]

    @Flag(help: "Delete everywhere at once; this cannot be undone.")
    var now = false

    @Option(help: .value("APP", "The app's bundle identifier or name; all apps if left out."))
    var app: String?

    @OptionGroup var host: HostOptions

    func validate() throws { try MessageArgument.check(ids, "deleted") }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let appID = try await client.findApp(app)
        let messages = try await client.findAllMessages(ids, of: appID)
        try await client.send(DeleteMessagesRequest(messages, hold: now ? nil : Self.hold))
        guard !now else { return }
        let command = (["today inbox restore"] + ids.map(\.rawValue)).joined(separator: " ")
        context.console.writeError("Undo within 2 minutes: \(command)\n")
    }
}

struct InboxRestoreCommand: HostCommand {
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
        help: .value("ID", "The ids that “today inbox delete” printed, or how they begin."),
        transform: MessageArgument.id
    )
    var ids: [MessageID]

    @Option(help: .value("APP", "The app's bundle identifier or name; all apps if left out."))
    var app: String?

    @OptionGroup var host: HostOptions

    func validate() throws { try MessageArgument.check(ids, "restored") }

    func run(with client: HostClient, in context: CommandContext) async throws {
        let appID = try await client.findApp(app)
        try await client.send(RestoreMessagesRequest(ids, of: appID))
    }
}
