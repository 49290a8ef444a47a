package import CloudStorage
import Foundation
import JSON

extension Cloud {
    /// How long devices may still be told of a message that is not kept, in seconds.
    private static let unkeptMessageLifetime = 60.0
    /// How many messages whose time has come are read at a time.
    private static let duePageSize = 100

    /// What somebody may do with topics.
    ///
    /// - Parameters:
    ///   - who: The name that was proved, if any.
    ///   - topics: The topics.
    ///   - otherwise: What is allowed where no rule fits; the configuration's word unless said otherwise.
    /// - Returns: The rights to each, in the same order.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package func topicRights(
        of who: String?,
        to topics: [String],
        otherwise: TopicRights? = nil
    ) async throws -> [TopicRights] {
        try await store.topicRights(of: who, to: topics, otherwise: otherwise ?? configuration.topicRights)
    }

    /// Publishes a message; when this returns it is on disk, and whoever reads the topic is told.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - isKept: Whether those may get it too who come later.
    ///   - replacesScheduled: Whether messages with the same sequence id that wait for their time are dropped.
    /// - Throws: ``CloudStorage/CloudStoreError`` if it cannot be kept.
    package func publish(_ message: TopicMessageRecord, isKept: Bool, replacesScheduled: Bool) async throws {
        try await store.publish(
            message,
            isKept: isKept,
            replacesScheduled: replacesScheduled,
            notice: notice(of: message, isKept: isKept),
            rights: configuration.topicRights
        )
        if isKept { topicsChanged(isUrgent: false) }
    }

    /// Keeps a message until its time comes; when this returns it is on disk.
    ///
    /// - Throws: ``CloudStorage/CloudStoreError`` if it cannot be kept.
    package func schedule(_ message: TopicMessageRecord) async throws {
        try await store.schedule(message)
        topicsChanged(isUrgent: true)
    }

    /// Notes a file before it arrives.
    ///
    /// - Returns: Whether there is room for it.
    package func reserve(_ file: TopicFile, senderLimit: Int, totalLimit: Int) async throws -> Bool {
        let isDone = try await store.reserve(file, senderLimit: senderLimit, totalLimit: totalLimit)
        if isDone { topicsChanged(isUrgent: true) }
        return isDone
    }

    /// Publishes a page of messages whose time has come.
    ///
    /// - Returns: Whether there were any.
    func publishDueMessages() async throws -> Bool {
        let due = try await store.dueTopicMessages(at: now(), limit: Self.duePageSize)
        guard !due.isEmpty else { return false }
        try await store.publishScheduled(
            due.map { ($0, notice(of: $0, isKept: true)) },
            rights: configuration.topicRights
        )
        return true
    }

    /// What the devices of those are told who subscribe to the topic.
    private func notice(of message: TopicMessageRecord, isKept: Bool) -> EventContent {
        // The body is JSON already, so it is not written again.
        let topic = JSONValue.string(message.topic).jsonText
        let lifetime = isKept ? Double(configuration.pushLifetime) : Self.unkeptMessageLifetime
        return EventContent(
            kind: "topic",
            body: "{\"topic\":\(topic),\"message\":\(message.body)}",
            expires: now().addingTimeInterval(lifetime)
        )
    }
}

/// What topics may be called.
package enum TopicName {
    /// Paths that mean something else, here or to clients.
    private static let reserved: Set<String> = [
        "account", "api", "app", "database", "device", "docs", "file", "forecast", "login", "metrics", "pricing",
        "reset-password", "settings", "signup", "static", "v1", "warp9",
    ]

    /// Whether a text has the form of a topic's name, or of a sequence id: 1 to 64 letters, digits, `-` and `_`.
    package static func isValid(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x5F
            }
    }

    /// Whether a name is kept for something else.
    package static func isReserved(_ name: some StringProtocol) -> Bool { reserved.contains(String(name)) }
}
