import CloudStorage
import JSON

/// Encodes the list of an inbox.
///
/// It writes bytes directly, because a list may have ten thousand messages. Stored JSON is copied as it is.
struct InboxListEncoder {
    private(set) var bytes: [UInt8] = []

    /// Encodes a list.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - address: The address of the inbox, without a slash at the end.
    init(_ messages: [ListedMessage], address: String) {
        bytes.reserveCapacity(64 + messages.count * 640)
        write(#"{"messages":["#)
        for (index, message) in messages.enumerated() {
            if index > 0 { write(",") }
            write(message, address: address)
        }
        write("]}")
    }

    private mutating func write(_ message: ListedMessage, address: String) {
        let id = message.id.text
        // Addresses and ids are made here, and need no escaping.
        let url = "\(address)/messages/message/\(id)/"
        write(#"{"message_id":""#)
        write(id)
        write(#"","message_url":""#)
        write(url)
        write(#"","message_body_url":""#)
        write(url)
        write(#"body/","message_read_url":""#)
        write(url)
        write(#"read/","message_reporting":{"message_id":""#)
        write(id)
        write(#""},"title":"#)
        write(string: message.title)
        write(#","content_type":"#)
        write(string: message.contentType)
        write(#","message_sent":""#)
        write(AirshipDate.text(message.sent, separator: " "))
        if let expires = message.expires {
            write(#"","message_expiry":""#)
            write(AirshipDate.text(expires, separator: " "))
        }
        write(message.isUnread ? #"","unread":true"# : #"","unread":false"#)
        if let extra = message.extra {
            write(#","extra":"#)
            write(extra)
        }
        if let icons = message.icons {
            write(#","icons":"#)
            write(icons)
        }
        write("}")
    }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func write(string: String) { bytes.append(contentsOf: JSONValue.string(string).jsonBytes()) }
}
