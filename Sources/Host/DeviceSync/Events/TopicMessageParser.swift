import CEmojiCodes
import FoundationEssentials
import HostModel
import HostStorage
import JSON
import Notifications
import TodayProtocol

/// Parses the `topic` events of a cloud, which are ntfy's JSON with the name of the topic; a message and its updates
/// share a sequence id and are one notification, which clearing or deleting the message withdraws.
struct TopicMessageParser {
    /// Number of bytes after which a text is cut, equal to ntfy's limit for a message.
    private static let textLimit = 4096
    /// Largest number of tags of each kind in a feed.
    private static let tagLimit = 10

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

    /// Returns the message for the store; `number` is that of the event, and `epoch` is the database to which it
    /// belongs.
    func received(sequence number: Int64, epoch: String) -> ReceivedTopicMessage {
        ReceivedTopicMessage(
            app: TopicsApp.id,
            id: "\(event.rawValue)/\(topic)/\(id)",
            sent: sent,
            kind: event == .message ? shown : .withdraw(identifier: identifier),
            feed: feed,
            sequence: number,
            epoch: epoch
        )
    }

    /// The change that the message makes in its topic's feed; a cleared message stays in the feed.
    private var feed: TopicFeedChange? {
        switch event {
        case .message: .add(message)
        case .clear: nil
        case .delete: .remove(topic: topic, sequence: sequence)
        }
    }

    private var message: TopicMessage {
        let tags = tags
        return TopicMessage(
            topic: topic,
            sequence: sequence,
            sent: sent,
            title: text("title", limit: 512),
            text: text("message", limit: Self.textLimit) ?? "",
            isMarkdown: isMarkdown,
            priority: min(max(json["priority"]?.integerValue ?? 3, 1), 5),
            symbols: Array(tags.symbols.prefix(Self.tagLimit)),
            tags: tags.words.prefix(Self.tagLimit).map { String($0.prefix(64)) },
            click: json["click"]?.stringValue.flatMap { links.address($0) },
            attachment: attachment,
            actions: TopicAction.values(TopicAction.list(json["actions"], links))
        )
    }

    private var attachment: TopicMessage.Attachment? {
        guard let file = json["attachment"], let name = file["name"]?.stringValue,
            let url = file["url"]?.stringValue.flatMap({ links.webAddress($0) })
        else { return nil }
        let seconds = file["expires"]?.integerValue.flatMap { (0...253_402_300_799).contains($0) ? $0 : nil }
        return TopicMessage.Attachment(
            name: String(name.prefix(200)),
            url: url,
            type: file["type"]?.stringValue.map { String($0.prefix(128)).lowercased() },
            size: file["size"]?.integerValue.flatMap { $0 >= 0 ? $0 : nil },
            expires: seconds.map { Date(timeIntervalSince1970: Double($0)) }
        )
    }

    /// The tags, separated into those with an emoji and the others.
    private var tags: (symbols: [String], words: [String]) {
        let tags = (json["tags"]?.arrayValue ?? []).compactMap(\.stringValue).filter { !$0.isEmpty }
        return (tags.compactMap { TopicTag.symbols[$0] }, tags.filter { TopicTag.symbols[$0] == nil })
    }

    /// The notification's identifier, at most 128 bytes.
    private var identifier: String { TopicsApp.identifier(ofSequence: sequence, topic: topic) }

    private var shown: ReceivedTopicMessage.Kind {
        let actions = TopicAction.list(json["actions"], links)
        // If the actions are too large, `http` actions are dropped first, then the others; the text always shows.
        for kept in [actions, actions.filter { $0.kind == .view }, []] {
            let request = NotificationRequest(identifier: identifier, content: content(kept))
            let buttons = kept.map(\.button)
            guard (try? request.check()) != nil, (try? NotificationAction.check(own: buttons)) != nil else { continue }
            return .show(request, actions: buttons)
        }
        return .withdraw(identifier: identifier)
    }

    private func content(_ actions: [TopicAction]) -> NotificationContent {
        let (symbols, words) = tags
        let title = text("title", limit: 512)
        let message = text("message", limit: Self.textLimit).map { isMarkdown ? Self.plainText(of: $0) : $0 }
        let line = (symbols + [title ?? topic]).joined(separator: " ")
        var content = NotificationContent(title: .text(line), threadIdentifier: topic)
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
        if !actions.isEmpty { info["actions"] = .dictionary(TopicAction.values(actions)) }
        content.userInfo = info
        return content
    }

    private var isMarkdown: Bool {
        json["content_type"]?.stringValue.map { BodyType($0) == .markdown } ?? false
    }

    /// Returns the text of Markdown for a notification, whose body is plain text; the topic's feed shows it formatted.
    private static func plainText(of markdown: String) -> String {
        let nodes = BodyType.markdown.nodes(of: Array(markdown.utf8)[...])
        let text = BodyTextWriter.text(of: nodes, namesAddresses: false)
        // A rule of three characters is written as twenty, so the text may be longer than the Markdown.
        return text.isEmpty ? markdown : clipped(text, to: textLimit)
    }

    private func text(_ name: String, limit: Int) -> String? {
        guard let text = json[name]?.stringValue, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return Self.clipped(text, to: limit)
    }

    private static func clipped(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.isPlain(besides: "-_")
    }
}

/// The short codes of emoji that ntfy's clients show before the title of a message.
///
/// Events/Emoji/emoji-codes.txt has them; the file beside it names the source and the licences.
enum TopicTag {
    /// The file's lines: a code, a space and the emoji.
    static let table: String = {
        var count = 0
        return String(decoding: UnsafeBufferPointer(start: emoji_codes(&count), count: count), as: UTF8.self)
    }()

    /// The emoji by their codes; the file is parsed once, at the first use.
    static let symbols: [String: String] = {
        let pairs = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
    }()
}
