package import DeviceSync
package import Host
package import TodayProtocol

// MARK: - Messages

extension HostClient {
    /// A page of the messages of an app, or of all apps, the newest first; at most 1,000.
    package func messages(
        of app: AppID? = nil,
        after: MessageID? = nil,
        limit: Int = 50,
        matching text: String? = nil
    ) async throws(HostError) -> MessagePage {
        var query = ["limit": String(limit)]
        query["app"] = app?.rawValue
        query["after"] = after?.rawValue
        query["query"] = text
        return try await connection.get("messages", query: query)
    }

    /// One message; none if it is unknown, deleted or expired.
    package func message(_ id: MessageID, of app: AppID) async throws(HostError) -> ShownMessage? {
        do throws(HostError) {
            return try await connection.get("messages", app.rawValue, id.rawValue)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    /// The body of a message.
    package func messageBody(_ id: MessageID, of app: AppID) async throws(HostError) -> SanitizedMessageBody {
        try await connection.get("messages", app.rawValue, id.rawValue, "body")
    }

    /// Finds messages by their ids, in the inbox of an app or of any; at most 1,000 at a time.
    package func findMessages(_ ids: [MessageID], of app: AppID? = nil) async throws(HostError) -> [MessageReference] {
        let order = FindMessagesRequest(ids: ids, app: app)
        let list: MessageReferenceList = try await connection.send("POST", "messages", "find", body: order)
        return list.messages
    }

    /// Marks messages as read or unread, all or none; at most 1,000 at a time.
    package func setRead(_ isRead: Bool, _ messages: [MessageReference]) async throws(HostError) {
        let order = SetMessagesReadRequest(messages: messages, isRead: isRead)
        try await connection.order("POST", "messages", "read", body: order)
    }

    /// Deletes messages, all or none; at most 1,000 at a time.
    package func deleteMessages(_ messages: [MessageReference]) async throws(HostError) {
        try await connection.order("POST", "messages", "delete", body: DeleteMessagesRequest(messages: messages))
    }

    /// Asks the cloud for the inboxes, and waits until they are here or it failed.
    package func refreshMessages() async throws(HostError) { try await connection.order("POST", "messages", "refresh") }
}

// MARK: - The cloud and its topics

extension HostClient {
    /// How the host stands with its cloud.
    package func cloudStatus() async throws(HostError) -> CloudStatus { try await connection.get("cloud") }

    /// Joins a cloud with a one-time token, in place of the one before.
    package func link(
        url: String,
        token: String,
        name: String?,
        isInsecure: Bool
    ) async throws(HostError) -> CloudStatus {
        let order = LinkCloudRequest(url: url, token: token, name: name, isInsecure: isInsecure)
        return try await connection.send("POST", "cloud", "link", body: order)
    }

    /// Leaves the cloud.
    package func unlink() async throws(HostError) { try await connection.order("DELETE", "cloud", "link") }

    /// What it takes to send through the cloud that runs inside the host; to the first app unless told otherwise.
    package func senderKeys(of app: AppID? = nil) async throws(HostError) -> SenderKeys {
        try await connection.get("cloud", "keys", query: app.map { ["app": $0.rawValue] } ?? [:])
    }

    /// The topics that the person's devices are subscribed to, by name.
    package func topics() async throws(HostError) -> [String] {
        let list: TopicList = try await connection.get("topics")
        return list.topics
    }

    /// Subscribes the person's devices to a topic, or no longer.
    package func setTopic(_ name: String, subscribed: Bool) async throws(HostError) {
        try await connection.order(subscribed ? "PUT" : "DELETE", "topics", name)
    }
}
