import FoundationEssentials
package import HostStorage
package import JSON
import TodayProtocol

/// The list of an inbox as the cloud sends it.
package struct RemoteInbox: Hashable, Sendable {
    /// Largest number of messages read from a list; older ones are ignored.
    package static let limit = MessageLimits.messages

    /// The messages, newest first.
    package var messages: [RemoteMessage]
    /// The list's version (`Last-Modified`), 1 to 128 bytes.
    package var version: String?

    /// Parses the elements of `messages`, and skips those that are not messages.
    package init(json: [JSONValue], version: String?) {
        messages = json.prefix(Self.limit).compactMap(RemoteMessage.init(json:))
        messages.sort { $0.sent > $1.sent }
        self.version = version.flatMap { (1...128).contains($0.utf8.count) ? $0 : nil }
    }
}

extension RemoteMessage {
    /// Parses an element of Airship's message list; `nil` if it is not a message.
    fileprivate init?(json: JSONValue) {
        guard let id = json["message_id"]?.stringValue.map({ MessageID($0) }), id.isWellFormed,
            let title = json["title"]?.stringValue,
            let sent = json["message_sent"]?.stringValue.flatMap(CloudDate.date)
        else { return nil }
        self.init(
            id: id,
            title: title,
            sent: sent,
            expires: json["message_expiry"]?.stringValue.flatMap(CloudDate.date),
            isRead: !(json["unread"]?.boolValue ?? true),
            icon: json["icons"]?["list_icon"]?.stringValue,
            contentType: json["content_type"]?.stringValue ?? "text/html",
            extra: json["extra"]?.objectValue?.compactMapValues(\.stringValue) ?? [:]
        )
    }
}
