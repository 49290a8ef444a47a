import CloudCore
import CloudStorage
import Foundation
import JSON

/// A message in ntfy's form.
struct NtfyMessage: Hashable, Sendable {
    enum Event: String, Hashable, Sendable {
        case message
        case clear = "message_clear"
        case delete = "message_delete"
        case open, keepalive
    }

    struct Attachment: Hashable, Sendable {
        var name: String
        var url: String
        var type: String?
        var size: Int?
        var expires: Date?
    }

    var id: String
    var time: Date
    /// The time up to which it is kept; `nil` if it is not.
    var expires: Date?
    var event = Event.message
    var topic: String
    /// The id of the sequence of which it is the latest state; `nil` for its own id.
    var sequenceID: String?
    var title: String?
    var message: String?
    /// The priority, from 1 to 5; `nil` for the default 3.
    var priority: Int?
    var tags: [String] = []
    var click: String?
    var icon: String?
    var actions: [JSONValue] = []
    var attachment: Attachment?
    var contentType: String?
    /// The encoding `base64` if ``message`` contains bytes that are not text; otherwise `nil`.
    var encoding: String?

    init(id: String = MessageIdentifier.new(), time: Date, topic: String) {
        self.id = id
        self.time = time.wholeSeconds
        self.topic = topic
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(id), "time": Self.seconds(time), "event": .string(event.rawValue), "topic": .string(topic),
        ]
        if let expires { members["expires"] = Self.seconds(expires) }
        if let sequenceID, sequenceID != id { members["sequence_id"] = .string(sequenceID) }
        let texts = [
            "title": title, "message": message, "click": click, "icon": icon, "content_type": contentType,
            "encoding": encoding,
        ]
        for case (let name, let text?) in texts { members[name] = .string(text) }
        if let priority { members["priority"] = .integer(priority) }
        if !tags.isEmpty { members["tags"] = .array(tags.map { .string($0) }) }
        if !actions.isEmpty { members["actions"] = .array(actions) }
        if let attachment {
            var file: [String: JSONValue] = ["name": .string(attachment.name), "url": .string(attachment.url)]
            if let type = attachment.type { file["type"] = .string(type) }
            if let size = attachment.size { file["size"] = .integer(size) }
            if let expires = attachment.expires { file["expires"] = Self.seconds(expires) }
            members["attachment"] = .object(file)
        }
        return .object(members)
    }

    var record: TopicMessageRecord {
        TopicMessageRecord(
            id: id,
            topic: topic,
            sequenceID: sequenceID ?? id,
            time: time,
            expires: time.addingTimeInterval(Publication.lifetime),
            body: json.jsonText
        )
    }

    private static func seconds(_ date: Date) -> JSONValue { .integer(Int(date.timeIntervalSince1970)) }
}

extension Date {
    var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}

/// Ids of messages and actions: letters and digits.
enum MessageIdentifier {
    static let length = 12

    /// Generates an unguessable id; twelve characters have 71 bits.
    static func new(length: Int = Self.length) -> String { Secret.alphanumeric(length: length) }

    static func isValid(_ text: some StringProtocol) -> Bool {
        text.utf8.count == length && text.isASCIIName(limit: length)
    }
}
