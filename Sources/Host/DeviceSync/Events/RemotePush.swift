import FoundationEssentials
import HostStorage
import JSON
import Notifications
import TodayProtocol

/// A push as the cloud's stream has it.
struct RemotePush {
    /// How many bytes of texts are kept.
    private static let textLimit = 4096
    /// How many bytes of JSON may go along with a push; more are left out.
    private static let extraLimit = 16 * 1024

    var app: AppID
    var push: Push
    var expires: Date?
    var wakes: Bool
    private let json: JSONValue

    /// Reads the data of a `push` event; none if it is malformed.
    init?(json: JSONValue) {
        guard let app = json["app"]?.stringValue, (1...255).contains(app.utf8.count),
            let id = json["push_id"]?.stringValue, (1...128).contains(id.utf8.count), Self.isPlain(id),
            let sent = json["sent"]?.stringValue.flatMap(CloudDate.date)
        else { return nil }
        self.json = json
        self.app = AppID(app)
        expires = json["expires"]?.stringValue.flatMap(CloudDate.date)
        wakes = json["content_available"]?.boolValue ?? false
        let alert = json["alert"].flatMap(Self.alert)
        let message = json["message_id"]?.stringValue.map { MessageID($0) }
        push = Push(
            id: id,
            sent: sent,
            alert: alert,
            messageID: message.flatMap { $0.isWellFormed ? $0 : nil },
            extra: Self.extra(json["extra"]),
            isSilent: alert == nil
        )
    }

    /// What the store is to do with it.
    func order(_ facts: PushAppInfo, sequence: Int64, epoch: String) -> ReceivedPush {
        var order = ReceivedPush(
            app: app,
            push: push,
            expires: expires,
            wakes: wakes,
            sequence: sequence,
            epoch: epoch
        )
        guard let alert = push.alert else { return order }
        let actions = buttons
        // A sender's mistake in what goes beside the text costs that, and never the text.
        for trial in [true, false] {
            let request = request(alert, facts, isComplete: trial)
            guard (try? request.check()) != nil else { continue }
            order.request = request
            if trial, (try? NotificationAction.check(own: actions)) != nil { order.actions = actions }
            break
        }
        return order
    }

    private func request(_ alert: Push.Alert, _ facts: PushAppInfo, isComplete: Bool) -> NotificationRequest {
        let title = Self.shown(alert.title)
        var content = NotificationContent(title: .text(title ?? facts.title))
        content.subtitle = Self.shown(alert.subtitle).map { .text($0) }
        content.body = Self.shown(alert.body).map { .text($0) }
        content.deepLink = link(facts)
        if isComplete {
            content.badge = json["badge"]?.integerValue.flatMap {
                (0...NotificationLimits.badge).contains($0) ? $0 : nil
            }
            content.sound = sound
            content.threadIdentifier = text("thread_id", limit: NotificationLimits.threadBytes)
            content.categoryIdentifier = text("category", limit: NotificationLimits.nameBytes)
            content.interruptionLevel = level
            content.userInfo = userInfo
        }
        let identifier = text("collapse_id", limit: NotificationLimits.identifierBytes) ?? push.id
        return NotificationRequest(identifier: identifier, content: content)
    }

    /// Where opening the notification leads: where the sender says, or to its message.
    private func link(_ facts: PushAppInfo) -> String? {
        if let open = json["actions"]?["open"], let address = open["content"]?.stringValue, facts.mayOpen(address) {
            return address
        }
        return push.messageID.flatMap(facts.address)
    }

    private var buttons: [NotificationAction] {
        (json["buttons"]?.arrayValue ?? []).prefix(4).compactMap { button in
            guard let id = button["id"]?.stringValue, let title = button["title"]?.stringValue else { return nil }
            let isForeground = button["foreground"]?.boolValue ?? false
            return NotificationAction(identifier: id, title: .text(title), options: isForeground ? [.foreground] : [])
        }
    }

    private var sound: NotificationSound? {
        let name = json["sound"]?.stringValue ?? json["sound"]?["name"]?.stringValue
        guard let name, !name.isEmpty, name != "none", Self.isPlain(name) else { return nil }
        // Names of sounds in other systems' bundles have an end; no theme here has them.
        let isKnown = name.utf8.count <= NotificationLimits.soundBytes && !name.contains(".")
        return isKnown ? NotificationSound(rawValue: name) : .default
    }

    private var level: NotificationInterruptionLevel? {
        switch json["interruption_level"]?.stringValue {
        case "passive": .passive
        case "time-sensitive", "critical": .timeSensitive
        default: nil
        }
    }

    /// What the app finds again in the response: what the sender gave along, and what names push and message.
    private var userInfo: [String: PropertyValue] {
        var info = push.extra.compactMapValues { try? PropertyValue(json: $0) }.filter { !$0.key.hasPrefix("$") }
        info["push_id"] = .string(push.id)
        info["message_id"] = push.messageID.map { .string($0.rawValue) }
        if let actions = json["button_actions"].flatMap({ try? PropertyValue(json: $0) }) {
            info["button_actions"] = actions
        }
        return info
    }

    private func text(_ name: String, limit: Int) -> String? {
        guard let text = json[name]?.stringValue, (1...limit).contains(text.utf8.count), Self.isPlain(text) else {
            return nil
        }
        return text
    }

    private static func extra(_ json: JSONValue?) -> [String: JSONValue] {
        guard let json, let extra = json.objectValue, json.jsonBytes().count <= extraLimit else { return [:] }
        return extra
    }

    private static func alert(_ json: JSONValue) -> Push.Alert? {
        let alert = Push.Alert(
            title: shown(json["title"]?.stringValue),
            subtitle: shown(json["subtitle"]?.stringValue),
            body: shown(json["body"]?.stringValue)
        )
        return alert == Push.Alert() ? nil : alert
    }

    /// A text that shows, cut where it is too long; none if nothing would show.
    private static func shown(_ text: String?) -> String? {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        guard text.utf8.count > textLimit else { return text }
        var cut = ""
        var size = 0
        for character in text {
            size += character.utf8.count
            guard size <= textLimit - 3 else { break }
            cut.append(character)
        }
        return cut + "…"
    }

    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
