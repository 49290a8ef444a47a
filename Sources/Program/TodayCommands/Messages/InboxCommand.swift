import ArgumentParser
import Host
import HostAPIClient
import TodayProtocol

/// `today inbox`: groups the commands about messages; without a subcommand it lists them.
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

/// A message's id as an argument.
enum MessageArgument {
    /// The largest number of ids in one command.
    static let limit = 1000

    /// Parses an argument.
    ///
    /// - Throws: A validation error that describes the form of an id.
    static func id(_ text: String) throws -> MessageID {
        let id = MessageID(text)
        guard id.isWellFormed else {
            throw ValidationError("a message's id has letters, digits, - and _, as “today inbox” shows it")
        }
        return id
    }
}

extension HostClient {
    /// Finds a message in the inbox of one app or of any app.
    ///
    /// - Parameters:
    ///   - id: The message's id, or its beginning.
    ///   - app: The app, or `nil` for any app.
    /// - Returns: The message.
    /// - Throws: ``CommandError`` if no message matches, or an error of the host.
    func findMessage(_ id: MessageID, of app: AppID?) async throws -> ShownMessage {
        for place in try await findAllMessages([id], of: app) {
            if let message = try await send(GetMessageRequest(place.id, of: place.app)) { return message }
        }
        throw Self.noMessage(id)
    }

    /// Finds messages with one request; fails unless all of them exist.
    ///
    /// - Throws: ``CommandError`` that names the first missing message, or an error of the host.
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
