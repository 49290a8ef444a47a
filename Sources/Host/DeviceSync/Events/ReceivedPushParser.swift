import FoundationEssentials
import HostStorage
import JSON
import Notifications
import TodayProtocol

struct ReceivedPushParser {
    /// Number of bytes after which a text is cut.
    private static let textLimit = 4096
    /// Largest size of the JSON that a sender may attach to a push, in bytes; larger extras are dropped.
    private static let extraLimit = 16 * 1024

    private let json: JSONValue
    private let push: Push
    private let appInfo: PushAppInfo

    /// Parses the data of an event without the optional parts in which the sender made a mistake; returns `nil` if it
    /// is malformed or for an app that is not installed.
    static func push(
        _ json: JSONValue,
        sequence: Int64,
        epoch: String,
        appInfo: (AppID) -> PushAppInfo?
    ) -> ReceivedPush? {
        guard let app = json["app"]?.stringValue, (1...255).contains(app.utf8.count),
            let id = json["push_id"]?.stringValue, (1...128).contains(id.utf8.count), isPlain(id),
            let sent = json["sent"]?.stringValue.flatMap(CloudDate.date), let appInfo = appInfo(AppID(app))
        else { return nil }
        let alert = json["alert"].flatMap(Self.alert)
        let message = json["message_id"]?.stringValue.map { MessageID($0) }
        let push = Push(
            id: id,
            sent: sent,
            alert: alert,
            messageID: message.flatMap { $0.isWellFormed ? $0 : nil },
            extra: extra(json["extra"]),
            isSilent: alert == nil
        )
        var received = ReceivedPush(
            app: AppID(app),
            push: push,
            expires: json["expires"]?.stringValue.flatMap(CloudDate.date),
            wakes: json["content_available"]?.boolValue ?? false,
            sequence: sequence,
            epoch: epoch
        )
        if let alert {
            ReceivedPushParser(json: json, push: push, appInfo: appInfo).addNotification(alert, to: &received)
        }
        return received
    }

    private func addNotification(_ alert: Push.Alert, to received: inout ReceivedPush) {
        let actions = buttons
        for isComplete in [true, false] {
            let request = request(alert, isComplete: isComplete)
            guard (try? request.check()) != nil else { continue }
            received.request = request
            if isComplete, (try? NotificationAction.check(own: actions)) != nil { received.actions = actions }
            return
        }
    }

    private func request(_ alert: Push.Alert, isComplete: Bool) -> NotificationRequest {
        var content = NotificationContent(title: .text(alert.title ?? appInfo.title))
        content.subtitle = alert.subtitle.map { .text($0) }
        content.body = alert.body.map { .text($0) }
        content.deepLink = link
        if isComplete {
            content.badge = json["badge"]?.integerValue.flatMap {
                (0...NotificationLimits.badge).contains($0) ? $0 : nil
            }
            content.sound = sound
            content.threadIdentifier = text("thread_id", limit: NotificationLimits.threadBytes)
            content.categoryIdentifier = text("category", limit: NotificationLimits.nameBytes)
            content.interruptionLevel = level
            content.userInfo = userInfo
        } else {
            content.userInfo = ["push_id": .string(push.id)]
        }
        let identifier = text("collapse_id", limit: NotificationLimits.identifierBytes) ?? push.id
        return NotificationRequest(identifier: identifier, content: content)
    }

    /// The address that the notification opens: the sender's if the app may open it, otherwise that of the message.
    private var link: String? {
        if let open = json["actions"]?["open"], let address = open["content"]?.stringValue, appInfo.mayOpen(address) {
            return address
        }
        return push.messageID.flatMap(appInfo.address)
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
        // A name with an extension is that of a sound in an app bundle of another system.
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

    /// The user info that the app receives with a response: the sender's extras, and the ids of the push and the
    /// message.
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

    /// Returns a text shortened to the limit; `nil` if it has only white space.
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
