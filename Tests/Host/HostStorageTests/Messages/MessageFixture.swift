import FoundationEssentials
import HostStorage
import JSON
import TodayProtocol
import TodayTestSupport

extension RemoteMessage {
    /// A message that was sent so many seconds after the time at which a ``SettableDate`` begins.
    static func sample(
        _ id: MessageID,
        title: String? = nil,
        subtitle: String? = nil,
        sent: Double = 0,
        expires: Double? = nil,
        isRead: Bool = false
    ) -> RemoteMessage {
        RemoteMessage(
            id: id,
            title: title ?? "Title \(id)",
            sent: .sample(sent),
            expires: expires.map { .sample($0) },
            isRead: isRead,
            extra: subtitle.map { [RemoteMessage.subtitleExtra: $0] } ?? [:]
        )
    }
}

extension ReceivedPush {
    /// A push with an alert.
    static func sample(
        _ id: String,
        to app: AppID = "com.a",
        message: MessageID? = nil,
        shows: Bool = true,
        identifier: String? = nil,
        badge: Int? = nil,
        wakes: Bool = false,
        expires: Double? = nil,
        sequence: Int64 = 0,
        epoch: String = "e"
    ) -> ReceivedPush {
        ReceivedPush(
            app: app,
            push: Push(
                id: id,
                sent: .sample(0),
                alert: shows ? Push.Alert(title: "Push \(id)") : nil,
                messageID: message,
                extra: ["n": 1],
                isSilent: !shows
            ),
            request: shows
                ? NotificationRequest(
                    identifier: identifier ?? id,
                    content: NotificationContent(title: .text("Push \(id)"), badge: badge),
                    trigger: .now
                ) : nil,
            expires: expires.map { .sample($0) },
            wakes: wakes,
            sequence: sequence,
            epoch: epoch
        )
    }
}

extension CloudLink {
    /// A link to a cloud.
    static func sample(
        url: String = "http://cloud",
        device: String = "d1",
        user: String = "me",
        epoch: String = "e",
        sequence: Int64 = 0
    ) -> CloudLink {
        CloudLink(
            url: url,
            deviceID: device,
            deviceToken: "secret",
            user: user,
            epoch: epoch,
            sequence: sequence,
            isLocal: false
        )
    }
}

extension DurableStore {
    /// Applies one operation on messages, and tells what it did.
    @discardableResult
    func apply(_ operation: MessageOperation) async throws -> OperationOutcome {
        try await commit(.message(operation)).outcomes[0]
    }

    /// Applies one operation on the cloud, and tells what it did.
    @discardableResult
    func apply(_ operation: CloudOperation) async throws -> OperationOutcome {
        try await commit(.cloud(operation)).outcomes[0]
    }

    /// Merges a list as the cloud has it now.
    func merge(_ messages: [RemoteMessage], of app: AppID = "com.a") async throws {
        try await apply(.merge(app, messages, lastModified: "v"))
    }

    /// Notes a body.
    func bodyArrived(_ id: MessageID, of app: AppID = "com.a", text: String = "", size: Int = 10) async throws {
        try await apply(.bodyArrived(app, id, text: text, size: size))
    }

    /// The ids of what is listed, the newest first.
    func listed(of app: AppID? = "com.a", matching query: String? = nil) async throws -> [MessageID] {
        try await read { try $0.messages(of: app, limit: 1_000, matching: query).messages.map(\.id) }
    }

    /// The identifiers of the notifications that wait to fall due.
    func scheduled(of app: AppID = "com.a") async throws -> [String] {
        try await read { try $0.pendingNotifications(of: app, soonest: 1_000).map(\.request.identifier) }
    }

    /// The unread number, as every reader has it; `nil` if they differ.
    func number(of app: AppID = "com.a") async throws -> Int? {
        try await read { reader in
            let listed = try reader.messages(of: app, limit: 1_000).messages.count { !$0.isRead }
            let all = try [
                listed, reader.messages(of: app, limit: 1).unread, reader.unread(of: app), reader.badge(of: app),
                reader.inbox(of: app).unread,
            ]
            return Set(all).count == 1 ? listed : nil
        }
    }
}
