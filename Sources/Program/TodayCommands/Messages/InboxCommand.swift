package import ArgumentParser
import Host
import HostAPI
package import TodayProtocol

/// `today inbox`: holds the commands about messages; by itself it lists them.
package struct InboxCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
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
        ],
        defaultSubcommand: InboxListCommand.self
    )

    package init() {}
}

/// A message's id as an argument.
package enum MessageArgument {
    /// How many ids one command takes.
    static let limit = 1000

    /// Reads the text of an argument.
    ///
    /// - Throws: A sentence that says what an id looks like.
    package static func id(_ text: String) throws -> MessageID {
        let id = MessageID(text)
        guard id.isWellFormed else {
            throw ValidationError("a message's id has letters, digits, - and _; today inbox shows it")
        }
        return id
    }
}

extension HostClient {
    /// Finds a message in the inbox of an app, or of any app.
    ///
    /// - Parameters:
    ///   - id: The message's id.
    ///   - app: The app, if the person named one.
    /// - Returns: The message.
    /// - Throws: ``CommandError`` if there is none, or what the host refuses.
    func findMessage(_ id: MessageID, of app: AppID?) async throws -> ShownMessage {
        for place in try await findAllMessages([id], of: app) {
            if let message = try await message(id, of: place.app) { return message }
        }
        throw Self.noMessage(id)
    }

    /// Finds messages with one request; nothing is found unless all are.
    ///
    /// - Throws: ``CommandError`` that names the first one that there is not, or what the host refuses.
    func findAllMessages(_ ids: [MessageID], of app: AppID?) async throws -> [MessageReference] {
        let places = try await findMessages(ids, of: app)
        let found = Set(places.map(\.id))
        if let missing = ids.first(where: { !found.contains($0) }) { throw Self.noMessage(missing) }
        return places
    }

    private static func noMessage(_ id: MessageID) -> CommandError {
        CommandError("There is no message \(id): it was deleted, or its time is over. today inbox lists them.")
    }
}
