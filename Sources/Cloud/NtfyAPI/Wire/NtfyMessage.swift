import CloudStorage
import Foundation
import JSON

/// A message as ntfy's clients see it.
struct NtfyMessage: Hashable, Sendable {
    /// What kind of event it is.
    enum Event: String, Hashable, Sendable {
        case message
        case clear = "message_clear"
        case delete = "message_delete"
        case open, keepalive
    }

    /// A file that goes with it.
    struct Attachment: Hashable, Sendable {
        var name: String
        var url: String
        var type: String?
        var size: Int?
        var expires: Date?
    }

    var id: String
    var time: Date
    /// From when on it is not kept; none if it never is.
    var expires: Date?
    var event = Event.message
    var topic: String
    /// What it is the latest state of; its own id if nothing else.
    var sequenceID: String?
    var title: String?
    var message: String?
    /// 1 to 5; none for the usual 3.
    var priority: Int?
    var tags: [String] = []
    var click: String?
    var icon: String?
    var actions: [MessageAction] = []
    var attachment: Attachment?
    var contentType: String?
    /// `base64` if ``message`` holds bytes that are no text.
    var encoding: String?

    init(id: String = MessageIdentifier.new(), time: Date, topic: String) {
        self.id = id
        self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
        self.topic = topic
    }

    /// The JSON object; what has no value is left out.
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
        if !actions.isEmpty { members["actions"] = .array(actions.map(\.json)) }
        if let attachment {
            var file: [String: JSONValue] = ["name": .string(attachment.name), "url": .string(attachment.url)]
            if let type = attachment.type { file["type"] = .string(type) }
            if let size = attachment.size { file["size"] = .integer(size) }
            if let expires = attachment.expires { file["expires"] = Self.seconds(expires) }
            members["attachment"] = .object(file)
        }
        return .object(members)
    }

    /// The message as the store keeps it.
    ///
    /// - Parameter lifetime: For how many seconds it is kept after its time.
    /// - Returns: The record, with the message as JSON.
    func record(lifetime: TimeInterval) -> TopicMessageRecord {
        TopicMessageRecord(
            id: id,
            topic: topic,
            sequenceID: sequenceID ?? id,
            time: time,
            expires: time.addingTimeInterval(lifetime),
            body: json.jsonText
        )
    }

    private static func seconds(_ date: Date) -> JSONValue { .integer(Int(date.timeIntervalSince1970)) }
}

/// The ids of messages and actions: letters and digits.
enum MessageIdentifier {
    /// How many characters the id of a message has.
    static let length = 12

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// Makes an id that nobody can guess: twelve characters hold 71 bits.
    static func new(length: Int = Self.length) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) })
    }

    /// Whether a text has the form of a message's id.
    static func isValid(_ text: some StringProtocol) -> Bool {
        text.utf8.count == length && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
