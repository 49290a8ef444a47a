import FoundationEssentials
import HostStorage
import JSON
import Notifications
import TodayProtocol

/// Parses the `topic` events of a cloud: ntfy's JSON with the name of the topic.
///
/// A message and its updates share a sequence id and are one notification; clearing or deleting the message withdraws
/// it.
struct TopicMessageParser {
    /// How many bytes of a text are kept; equal to ntfy's limit for a message.
    private static let textLimit = 4096

    private enum Event: String {
        case message
        case clear = "message_clear"
        case delete = "message_delete"
    }

    private let event: Event
    private let topic: String
    private let id: String
    private let sequence: String
    private let sent: Date
    private let json: JSONValue
    private let links: TopicLinkValidator

    /// Parses the data of a `topic` event; `nil` if it is malformed or not a message.
    init?(json: JSONValue, links: TopicLinkValidator) {
        guard let topic = json["topic"]?.stringValue, let message = json["message"],
            let event = Event(rawValue: message["event"]?.stringValue ?? "message"),
            let id = message["id"]?.stringValue, Self.isName(id), Self.isName(topic),
            let time = message["time"]?.integerValue, (0...253_402_300_799).contains(time)
        else { return nil }
        let sequence = message["sequence_id"]?.stringValue ?? id
        guard Self.isName(sequence) else { return nil }
        self.event = event
        self.topic = topic
        self.id = id
        self.sequence = sequence
        sent = Date(timeIntervalSince1970: Double(time))
        self.json = message
        self.links = links
    }

    /// Makes the message for the store from the event's number and the epoch that the number belongs to.
    func received(sequence number: Int64, epoch: String) -> ReceivedTopicMessage {
        var kind = ReceivedTopicMessage.Kind.withdraw(identifier: identifier)
        if event == .message { kind = shown }
        return ReceivedTopicMessage(
            app: TopicsApp.id,
            id: "\(event.rawValue)/\(topic)/\(id)",
            sent: sent,
            kind: kind,
            sequence: number,
            epoch: epoch
        )
    }

    /// The notification's identifier, at most 128 bytes.
    private var identifier: String { "\(sequence)@\(topic.prefix(63))" }

    private var shown: ReceivedTopicMessage.Kind {
        let actions = TopicAction.list(json["actions"], links)
        // Actions that are too large are dropped, `http` first; the text always shows.
        for kept in [actions, actions.filter { $0.kind == .view }, []] {
            let request = NotificationRequest(identifier: identifier, content: content(kept))
            let buttons = kept.map(\.button)
            guard (try? request.check()) != nil, (try? NotificationAction.check(own: buttons)) != nil else { continue }
            return .show(request, actions: buttons)
        }
        return .withdraw(identifier: identifier)
    }

    private func content(_ actions: [TopicAction]) -> NotificationContent {
        let tags = (json["tags"]?.arrayValue ?? []).compactMap(\.stringValue).filter { !$0.isEmpty }
        let symbols = tags.compactMap { TopicTag.symbols[$0] }
        let words = tags.filter { TopicTag.symbols[$0] == nil }
        let title = text("title", limit: 512)
        let message = text("message", limit: Self.textLimit)
        var content = NotificationContent(
            title: .text((symbols + [title ?? topic]).joined(separator: " ")),
            threadIdentifier: topic
        )
        let second = (title == nil ? [] : [topic]) + words.prefix(5).map { String($0.prefix(64)) }
        if !second.isEmpty { content.subtitle = .text(second.joined(separator: " · ")) }
        let attachment = json["attachment"]
        let file = attachment?["name"]?.stringValue.map { "📎 \($0.prefix(200))" }
        let body = [message, file].compactMap(\.self).joined(separator: "\n")
        if !body.isEmpty { content.body = .text(body) }
        content.deepLink =
            [json["click"]?.stringValue, attachment?["url"]?.stringValue].compactMap(\.self)
            .lazy.compactMap { links.address($0) }.first
        switch json["priority"]?.integerValue ?? 3 {
        case ...2: content.interruptionLevel = .passive
        case 5...:
            content.interruptionLevel = .timeSensitive
            content.sound = .default
        default: content.sound = .default
        }
        var info: [String: PropertyValue] = ["topic": .string(topic), "id": .string(id)]
        if !actions.isEmpty {
            info["actions"] = .dictionary(
                Dictionary(actions.map { ($0.identifier, $0.value) }, uniquingKeysWith: { first, _ in first })
            )
        }
        content.userInfo = info
        return content
    }

    private func text(_ name: String, limit: Int) -> String? {
        guard let text = json[name]?.stringValue, text.contains(where: { !$0.isWhitespace }) else { return nil }
        guard text.utf8.count > limit else { return text }
        return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }
}

/// The short codes of emoji that ntfy's clients show as symbols before the title of a message.
///
/// Events/Emoji/emoji-codes.txt has them; the file beside it names the source and the licences.
enum TopicTag {
    /// The file's lines: a code, a space and the emoji.
    static let table = String(decoding: PackageResources.emoji_codes_txt, as: UTF8.self)

    /// The emoji by their codes; the file is parsed once, at the first use.
    static let symbols: [String: String] = {
        let pairs = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
    }()
}
