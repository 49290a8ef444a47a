import FoundationEssentials
package import HostStorage
package import JSON
import TodayProtocol

/// The list of an inbox, as the cloud sent it.
package struct RemoteInbox: Hashable, Sendable {
    /// How many messages are read from a list; what comes after the newest ones is passed over.
    package static let limit = MessageLimits.messages

    /// The messages, the newest first.
    package var messages: [RemoteMessage]
    /// What the cloud calls this state of the list.
    package var version: String?

    /// Reads the elements of `messages`; what is no message is passed over.
    package init(json: [JSONValue], version: String?) {
        messages = json.prefix(Self.limit).compactMap(RemoteMessage.init(json:))
        messages.sort { $0.sent > $1.sent }
        self.version = version.flatMap { (1...128).contains($0.utf8.count) ? $0 : nil }
    }
}

extension RemoteMessage {
    /// Reads an element of Airship's message list; none if it is no message.
    fileprivate init?(json: JSONValue) {
        guard let id = json["message_id"]?.stringValue.map({ MessageID($0) }), id.isWellFormed,
            let title = json["title"]?.stringValue,
            let sent = json["message_sent"]?.stringValue.flatMap(CloudDate.date)
        else { return nil }
        let extra = json["extra"]?.objectValue?.compactMapValues(\.stringValue) ?? [:]
        self.init(
            id: id,
            title: title,
            sent: sent,
            expires: json["message_expiry"]?.stringValue.flatMap(CloudDate.date),
            isRead: !(json["unread"]?.boolValue ?? true),
            icon: json["icons"]?["list_icon"]?.stringValue,
            contentType: json["content_type"]?.stringValue ?? "text/html",
            extra: extra
        )
    }
}

/// Opens an inbox of the cloud.
package struct InboxCredentials: Hashable, Sendable {
    /// The name of the inbox.
    package var user: String
    /// Its password; a secret.
    package var password: String

    /// Takes name and password.
    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The header that opens it.
    var authorization: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }
}
