package import CloudStorage
import Foundation
import JSON

extension Cloud {
    /// The lifetime of the event of a message that is not stored, in seconds.
    private static let unkeptMessageLifetime = 60.0
    private static let duePageSize = 100

    /// Returns the rights of a user, or of an anonymous request if the name is `nil`, to each of some topics; `otherwise`,
    /// or the default of the configuration, if no rule matches.
    package func topicRights(
        of who: String?,
        to topics: [String],
        otherwise: TopicRights? = nil
    ) async throws -> [TopicRights] {
        try await store.topicRights(of: who, to: topics, otherwise: otherwise ?? configuration.topicRights)
    }

    /// Publishes a message to the open streams of its topic and, if it is kept, on disk for later subscribers.
    ///
    /// Scheduled messages with the same sequence id are dropped if it replaces them.
    package func publish(_ message: TopicMessageRecord, isKept: Bool, replacesScheduled: Bool) async throws {
        try await store.publish(
            message,
            isKept: isKept,
            replacesScheduled: replacesScheduled,
            notice: notice(of: message, isKept: isKept),
            rights: configuration.topicRights
        )
        if isKept || store.isShared { topicsChanged(isUrgent: false) }
    }

    /// Schedules a message; when this returns it is on disk.
    package func schedule(_ message: TopicMessageRecord) async throws {
        try await store.schedule(message)
        topicsChanged(isUrgent: true)
    }

    /// Reserves space for a file before it arrives; returns `true` if there was enough.
    package func reserve(_ file: TopicFile, senderLimit: Int, totalLimit: Int) async throws -> Bool {
        let isDone = try await store.reserve(file, senderLimit: senderLimit, totalLimit: totalLimit)
        if isDone { wake(.files) }
        return isDone
    }

    /// Publishes a page of the scheduled messages that are due; returns `true` if there were any.
    func publishDueMessages() async throws -> Bool {
        let due = try await store.dueTopicMessages(at: now(), limit: Self.duePageSize)
        guard !due.isEmpty else { return false }
        try await store.publishScheduled(
            due.map { ($0, notice(of: $0, isKept: true)) },
            rights: configuration.topicRights
        )
        return true
    }

    private func notice(of message: TopicMessageRecord, isKept: Bool) -> EventContent {
        // The body is JSON text already, so it is inserted unchanged.
        let topic = JSONValue.string(message.topic).jsonText
        let lifetime = isKept ? Double(configuration.pushLifetime) : Self.unkeptMessageLifetime
        return EventContent(
            kind: "topic",
            body: "{\"topic\":\(topic),\"message\":\(message.body)}",
            expires: now().addingTimeInterval(lifetime)
        )
    }
}

package enum TopicName {
    /// The first components of paths that have another meaning, to this cloud or to clients.
    private static let reserved: Set<String> = [
        "account", "api", "app", "database", "device", "docs", "file", "forecast", "healthz", "login", "metrics",
        "pricing", "readyz", "reset-password", "settings", "signup", "static", "v1", "warp9",
    ]

    /// Returns `true` if a text is a valid topic or a valid sequence id: 1 to 64 letters, digits, `-` and `_`.
    package static func isValid(_ text: some StringProtocol) -> Bool { text.isASCIIName(limit: 64, with: "-_") }

    package static func isReserved(_ name: some StringProtocol) -> Bool { reserved.contains(String(name)) }
}
