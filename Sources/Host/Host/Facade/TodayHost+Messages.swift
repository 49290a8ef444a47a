package import DeviceSync
import HostStorage
package import TodayProtocol

// MARK: - Messages

extension TodayHost {
    /// A page of the messages of an app, or of all apps, the newest first.
    ///
    /// It reads what is on this device and never waits for the cloud.
    ///
    /// - Parameters:
    ///   - app: Whose inbox; all if there is none.
    ///   - after: The message after which the page begins; from the newest if there is none.
    ///   - limit: How many messages it has at most, 1 to 1,000; fewer if they are large.
    ///   - matching: Words that each stand in the title, the second line or the text of the body.
    /// - Returns: The page.
    /// - Throws: ``HostError``: `invalid` for a limit out of range, `notFound` if the message is gone after which the page
    ///   was to begin.
    package func messages(
        of app: AppID?,
        after: MessageID?,
        limit: Int,
        matching: String?
    ) async throws(HostError) -> MessagePage {
        guard MessagePage.limitRange.contains(limit) else {
            throw HostError(.invalid, "A page has 1 to \(MessagePage.limitRange.upperBound) messages, not \(limit).")
        }
        guard (matching ?? "").utf8.count <= MessagesListRequest.queryLimit else {
            throw HostError(.invalid, "A query has at most \(MessagesListRequest.queryLimit) bytes.")
        }
        return try await translating {
            try await self.parts.messages.page(of: app, after: after, limit: limit, matching: matching)
        }
    }

    /// One message; none if it is unknown, deleted or expired.
    package func message(_ id: MessageID, of app: AppID) async throws(HostError) -> ShownMessage? {
        try await translating { try await self.parts.messages.message(id, of: app) }
    }

    /// The body of a message, from this device.
    ///
    /// One that was let go for want of room is fetched again because it was asked for.
    ///
    /// - Throws: ``HostError`` with code `notFound` if the message is gone, or its body is not here yet.
    package func messageBody(_ id: MessageID, of app: AppID) async throws(HostError) -> SanitizedMessageBody {
        try await translating { try await self.parts.messages.body(of: id, of: app) }
    }

    /// A picture that the body of a message shows, from this device.
    ///
    /// - Parameters:
    ///   - name: What stands in the body after `images/`.
    ///   - id: The message.
    ///   - app: Whose inbox it is in.
    /// - Returns: The picture's media type, of a short list, and its bytes.
    /// - Throws: ``HostError`` with code `notFound` if there is none.
    package func messageImage(
        _ name: String,
        of id: MessageID,
        of app: AppID
    ) async throws(HostError) -> (mediaType: String, bytes: [UInt8]) {
        try await translating { try await self.parts.messages.image(name, of: id, of: app) }
    }

    /// Finds messages by their ids.
    ///
    /// - Parameters:
    ///   - ids: The ids.
    ///   - app: Whose inbox they are in; that of the first app that has such a message if there is none.
    /// - Returns: Where those are that there are, each once, in the order of their ids.
    /// - Throws: ``HostError``.
    package func findMessages(_ ids: [MessageID], of app: AppID?) async throws(HostError) -> [MessageReference] {
        try await translating { try await self.parts.messages.find(ids, of: app) }
    }

    /// Marks messages as read or unread, at once here and later on the person's other devices: all of them, or none if that
    /// fails.
    ///
    /// Those that are gone are passed over.
    package func setRead(_ isRead: Bool, _ messages: [MessageReference]) async throws(HostError) {
        try await translating { try await self.parts.messages.change(messages) { .read($0, $1, isRead) } }
    }

    /// Deletes messages, at once here and later on the person's other devices: all of them, or none if that fails.
    ///
    /// Those that are gone are passed over.
    package func deleteMessages(_ messages: [MessageReference]) async throws(HostError) {
        try await translating { try await self.parts.messages.change(messages) { .delete($0, $1) } }
    }

    /// Asks the cloud for the inboxes, and waits until they are here, at most 30 seconds.
    ///
    /// - Throws: ``HostError`` with code `cloudUnavailable` if that failed.
    package func refreshMessages() async throws(HostError) {
        try await translating { try await self.parts.messages.link.refresh() }
    }
}

// MARK: - The cloud

extension TodayHost {
    /// How the host stands with its cloud.
    package func cloudStatus() async throws(HostError) -> CloudStatus { parts.messages.link.status }

    /// Joins a cloud with a one-time token, in place of the one before.
    ///
    /// With another cloud or another person the inboxes on this device are emptied and fetched anew.
    ///
    /// - Parameters:
    ///   - url: The cloud's address: https, or http to this machine.
    ///   - token: The token; a secret.
    ///   - name: What the host calls itself there; the machine's name if there is none.
    ///   - isInsecure: Whether http to another machine is accepted.
    /// - Returns: How the host stands with the cloud.
    /// - Throws: ``HostError``: `invalid` for an address or a token that does not work, `cloudUnavailable` if the cloud
    ///   cannot be reached. The link is the one before then.
    package func link(
        url: String,
        token: String,
        name: String?,
        isInsecure: Bool
    ) async throws(HostError) -> CloudStatus {
        let name = name ?? MachineName.current
        guard (1...128).contains(name.utf8.count), (1...512).contains(token.utf8.count) else {
            throw HostError(.invalid, "A name has 1 to 128 bytes, and a token 1 to 512.")
        }
        return try await translating {
            do {
                return try await self.parts.messages.link.join(
                    url,
                    token: token,
                    name: name,
                    isInsecure: isInsecure
                )
            } catch let error as CloudFailure where error.code == .unreachable || error.code == .timedOut {
                throw HostError(
                    .cloudUnavailable,
                    "Nobody answers at \(url): check the address, and that the cloud runs there.",
                    cause: error
                )
            }
        }
    }

    /// Leaves the cloud that the host has joined; if one runs inside the host it joins that again.
    ///
    /// - Throws: ``HostError`` with code `invalid` if that one is the one it has joined.
    package func unlink() async throws(HostError) {
        try await translating {
            let link = try await self.parts.store.durable.read { try $0.cloudLink() }
            guard let link else { throw HostError(.notFound, "This host has joined no cloud.") }
            if link.isLocal, self.parts.messages.place.present != nil {
                throw HostError(
                    .invalid,
                    "This host has joined only the cloud inside it; start it with --no-cloud to be without."
                )
            }
            try await self.parts.messages.link.leave()
        }
    }

    /// The topics that the person's devices are subscribed to, by name; what was known last if the cloud is out of reach.
    package func topics() async throws(HostError) -> [String] {
        try await translating {
            do {
                return try await self.parts.messages.link.topics()
            } catch let error as CloudFailure where error.code == .unreachable || error.code == .timedOut {
                return try await self.parts.store.durable.read { try $0.topics() }
            }
        }
    }

    /// Subscribes the person's devices to a topic, or no longer.
    ///
    /// - Throws: ``HostError``: `invalid` if the person may not read it or it is no topic's name, `cloudUnavailable` if
    ///   the cloud cannot be reached.
    package func setTopic(_ name: String, subscribed: Bool) async throws(HostError) {
        try await translating { try await self.parts.messages.link.setTopic(name, subscribed: subscribed) }
    }

    /// What it takes to send through the cloud that runs inside the host.
    ///
    /// - Parameter app: To which app; to the first one if there is none.
    /// - Returns: The keys.
    /// - Throws: ``HostError`` with code `notFound` if no cloud runs inside the host, or there is no such app.
    package func senderKeys(of app: AppID?) async throws(HostError) -> SenderKeys {
        try await translating { try await self.parts.messages.keys(of: app) }
    }

    /// Takes the cloud that serves inside the host's program; the host joins it unless it has joined another.
    package func attach(_ cloud: LocalCloud) { parts.messages.place.attach(cloud) }
}
