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
        let apps: [AppID] = if let app { [app] } else { try await apps(language: "en").map(\.id) }
        for app in apps {
            if let message = try await message(id, of: app) { return message }
        }
        throw CommandError("There is no message \(id): it was deleted, or its time is over. today inbox lists them.")
    }

    /// Finds messages, and sorts them by their apps; nothing is found unless all are.
    ///
    /// - Throws: ``CommandError`` that names the first one that there is not, or what the host refuses.
    func findMessages(_ ids: [MessageID], of app: AppID?) async throws -> [AppID: [MessageID]] {
        var found: [AppID: [MessageID]] = [:]
        for id in ids { found[try await findMessage(id, of: app).app, default: []].append(id) }
        return found
    }
}
