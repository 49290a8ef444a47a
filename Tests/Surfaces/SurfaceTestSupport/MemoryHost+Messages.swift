package import DeviceSync
package import Host
package import TodayProtocol

/// The messages of a host that lives in memory, and how it stands with its cloud.
package struct MemoryMessages: Sendable {
    /// The messages, the newest first.
    package var messages: [ShownMessage] = []
    /// Their bodies.
    package var bodies: [MessageID: SanitizedMessageBody] = [:]
    /// The pictures of their bodies, by name.
    package var images: [String: [UInt8]] = [:]
    /// How the host stands with its cloud.
    package var status = CloudStatus.notLinked
    /// The token with which it joined last.
    package var token: String?
    /// The topics.
    package var topics: Set<String> = []
    /// What sends, if there is a cloud inside the host.
    package var keys: SenderKeys?

    /// Makes a host without messages.
    package init() {}
}

extension MemoryHost {
    package func messages(
        of app: AppID?,
        after: MessageID?,
        limit: Int,
        matching text: String?
    ) async throws(HostError) -> MessagePage {
        try asked("messages \(app?.rawValue ?? "all") \(after?.rawValue ?? "newest") \(limit) \(text ?? "any")") {
            state in
            let all = state.messages.messages.filter { app == nil || $0.app == app }
            let found = all.filter { shown in
                text.map { shown.message.title.lowercased().contains($0.lowercased()) } ?? true
            }
            let begin = after.flatMap { id in found.firstIndex { $0.message.id == id } }.map { $0 + 1 } ?? 0
            let page = Array(found.dropFirst(begin).prefix(limit))
            return MessagePage(
                messages: page,
                next: begin + page.count < found.count ? page.last?.message.id : nil,
                unread: all.count { !$0.message.isRead }
            )
        }
    }

    package func message(_ id: MessageID, of app: AppID) async throws(HostError) -> ShownMessage? {
        try asked("message \(id) \(app)") { state in
            state.messages.messages.first { $0.app == app && $0.message.id == id }
        }
    }

    package func messageBody(_ id: MessageID, of app: AppID) async throws(HostError) -> SanitizedMessageBody {
        guard let body = try asked("messageBody \(id) \(app)", { $0.messages.bodies[id] }) else {
            throw HostError(.notFound, "The body of this message is not here yet.")
        }
        return body
    }

    package func messageImage(
        _ name: String,
        of id: MessageID,
        of app: AppID
    ) async throws(HostError) -> (mediaType: String, bytes: [UInt8]) {
        guard let bytes = try asked("messageImage \(name) \(id) \(app)", { $0.messages.images[name] }) else {
            throw HostError(.notFound, "There is no such picture.")
        }
        return ("image/png", bytes)
    }

    package func findMessages(_ ids: [MessageID], of app: AppID?) async throws(HostError) -> [MessageReference] {
        try asked("findMessages \(ids.map(\.rawValue)) \(app?.rawValue ?? "any")") { state in
            ids.compactMap { id in
                state.messages.messages.first { $0.message.id == id && (app == nil || $0.app == app) }.map(Self.place)
            }
        }
    }

    package func setRead(_ isRead: Bool, _ messages: [MessageReference]) async throws(HostError) {
        try asked("setRead \(isRead) \(messages.map { "\($0.app)/\($0.id)" })") { state in
            for index in state.messages.messages.indices
            where messages.contains(Self.place(state.messages.messages[index])) {
                state.messages.messages[index].message.isRead = isRead
            }
        }
    }

    package func deleteMessages(_ messages: [MessageReference]) async throws(HostError) {
        try asked("deleteMessages \(messages.map { "\($0.app)/\($0.id)" })") { state in
            state.messages.messages.removeAll { messages.contains(Self.place($0)) }
        }
    }

    private static func place(_ shown: ShownMessage) -> MessageReference {
        MessageReference(app: shown.app, id: shown.message.id)
    }

    package func refreshMessages() async throws(HostError) { try asked("refreshMessages") { _ in } }

    package func cloudStatus() async throws(HostError) -> CloudStatus {
        try asked("cloudStatus") { $0.messages.status }
    }

    package func link(
        url: String,
        token: String,
        name: String?,
        isInsecure: Bool
    ) async throws(HostError) -> CloudStatus {
        try asked("link \(url) \(name ?? "unnamed")\(isInsecure ? " insecurely" : "")") { state in
            state.messages.token = token
            state.messages.status = CloudStatus(.connecting, url: url, user: "somebody")
            return state.messages.status
        }
    }

    package func unlink() async throws(HostError) { try asked("unlink") { $0.messages.status = .notLinked } }

    package func topics() async throws(HostError) -> [String] { try asked("topics") { $0.messages.topics.sorted() } }

    package func setTopic(_ name: String, subscribed: Bool) async throws(HostError) {
        try asked("setTopic \(name) \(subscribed)") { state in
            if subscribed { state.messages.topics.insert(name) } else { state.messages.topics.remove(name) }
        }
    }

    package func senderKeys(of app: AppID?) async throws(HostError) -> SenderKeys {
        guard let keys = try asked("senderKeys \(app?.rawValue ?? "any")", { $0.messages.keys }) else {
            throw HostError(.notFound, "There is no cloud inside this host.")
        }
        return keys
    }
}
