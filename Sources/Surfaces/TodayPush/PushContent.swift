import FoundationEssentials
import HostAPI
import HostStorage
import JSON
import Notifications
import TodayProtocol
import WebPush

/// What browsers are sent: notifications as a banner shows them, and orders to remove them.
enum PushContent {
    /// How many buttons a notification has; browsers show no more.
    static let buttonLimit = 2
    /// How long a push service keeps an order to remove a notification, in seconds: as long as any notification.
    static let closingTime = 86_400

    /// The sizes at which a message is tried, in bytes: some push services take less than the standard says.
    static let sizes = [PushMessage.maximumContentLength, 2048, 1024]

    /// How long a push service keeps a notification for a browser that is offline, in seconds.
    ///
    /// What is time-sensitive is of no use long after; what is passive never wakes anybody late.
    static func timeToLive(of level: NotificationInterruptionLevel) -> Int {
        switch level {
        case .passive: 12 * 3600
        case .active: 24 * 3600
        case .timeSensitive: 4 * 3600
        }
    }

    /// How soon a device should wake up for a notification.
    static func urgency(of level: NotificationInterruptionLevel) -> PushMessage.Urgency {
        switch level {
        case .passive: .low
        case .active: .normal
        case .timeSensitive: .high
        }
    }

    /// The name that a push service and a browser have for an identifier: it replaces what has the same one, and tells
    /// neither the app nor the identifier.
    static func topic(of push: BrowserPush) -> MessageTopic {
        MessageTopic(hashing: "\(push.app.rawValue)\n\(push.identifier)")
    }

    /// Makes the message that shows a notification.
    ///
    /// - Parameters:
    ///   - notification: The notification in the person's language.
    ///   - push: The push that it is for.
    ///   - badge: The number on Today's icon.
    ///   - size: The largest size of the content, in bytes.
    /// - Returns: The message.
    /// - Throws: ``WebPushError`` if it does not fit.
    static func message(
        showing notification: ShownNotification,
        for push: BrowserPush,
        badge: Int,
        size: Int
    ) throws(WebPushError) -> PushMessage {
        try PushMessage(
            content: declaration(of: notification, for: push, badge: badge).content(limit: size),
            timeToLive: timeToLive(of: notification.level),
            urgency: urgency(of: notification.level),
            topic: topic(of: push)
        )
    }

    /// Makes the message that removes a notification.
    ///
    /// It replaces one at the push service that the browser has not received. It is not declarative, so that only the service
    /// worker reads it.
    static func message(removing push: BrowserPush, badge: Int) throws(WebPushError) -> PushMessage {
        let content: JSONValue = [
            "close": .string(topic(of: push).description), "app_badge": .integer(badge),
        ]
        return try PushMessage(
            content: content.jsonBytes(sortsNames: true),
            timeToLive: closingTime,
            urgency: .normal,
            topic: topic(of: push)
        )
    }

    /// Whether a browser takes a message that shows nothing.
    ///
    /// Safari ends the subscription of a page that shows nothing for a few messages; it keeps what it shows until the page
    /// is opened.
    static func mayRemove(_ push: BrowserPush) -> Bool {
        guard let host = URL(string: push.subscription.endpoint)?.host(percentEncoded: false) else { return false }
        return host != "push.apple.com" && !host.hasSuffix(".push.apple.com")
    }

    static func declaration(
        of notification: ShownNotification,
        for push: BrowserPush,
        badge: Int
    ) -> DeclarativeNotification {
        let origin = push.subscription.origin
        let title = notification.title.isEmpty ? notification.appTitle : notification.title
        let page = "\(origin)/notifications?answer=\(notification.id)"
        let source = "&from=" + PercentCoding.encode(notification.app.rawValue)
        let link = notification.deepLink.map { "\(origin)/open?url=\(PercentCoding.encode($0))\(source)" }
        var result = DeclarativeNotification(title: title, navigate: link ?? page)
        let texts = [notification.subtitle, notification.body].compactMap(\.self).filter { !$0.isEmpty }
        result.body = texts.isEmpty ? nil : texts.joined(separator: "\n")
        result.tag = topic(of: push).description
        result.language = push.subscription.language
        result.icon = "\(origin)/icon/touch.png"
        result.isSilent = notification.sound == nil
        result.badge = badge
        if push.rights >= .act {
            result.actions = notification.minimalActions.prefix(buttonLimit).map { action in
                // A browser can ask neither for the passcode nor for a text: the page does.
                let asks = action.needsAuthentication || action.textInput != nil
                let identifier = PercentCoding.encode(action.identifier)
                return DeclarativeNotification.Action(
                    identifier: action.identifier,
                    title: action.title,
                    navigate: asks ? "\(page)&action=\(identifier)" : nil
                )
            }
        }
        result.data = [
            "id": .integer(Int(notification.id.rawValue)), "revision": .integer(Int(push.revision.number)),
            "app": .string(notification.app.rawValue),
        ]
        return result
    }
}
