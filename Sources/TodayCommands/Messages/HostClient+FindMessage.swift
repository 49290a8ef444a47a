import Host
import HostAPI
import TodayProtocol

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
    func findAllMessages(_ ids: [MessageID], of app: AppID?) async throws -> [MessagePlace] {
        let places = try await findMessages(ids, of: app)
        let found = Set(places.map(\.id))
        if let missing = ids.first(where: { !found.contains($0) }) { throw Self.noMessage(missing) }
        return places
    }

    private static func noMessage(_ id: MessageID) -> CommandError {
        CommandError("There is no message \(id): it was deleted, or its time is over. today inbox lists them.")
    }
}
