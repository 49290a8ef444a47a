import FoundationEssentials
import HostModel
import JSON
import LocalAPI
import TodayProtocol
import WebPush

/// The messages for browsers: notifications, as a banner shows them, and orders to remove them.
enum PushContent {
    /// Maximum number of buttons of a notification; browsers show no more.
    static let buttonLimit = 2
    /// Time-to-live of an order to remove a notification, in seconds: the longest of any notification.
    static let closingTime = 86_400

    /// Sizes to try for a message, in bytes, largest first: some push services accept less than the standard requires.
    static let sizes = [PushMessage.maximumContentLength, 2048, 1024]

    /// Returns the time for which a push service keeps a notification for an offline browser, in seconds, and the
    /// urgency (RFC 8030) by which a device decides when to wake up.
    ///
    /// A time-sensitive notification is soon useless; a passive one must not alert anybody late.
    static func delivery(of level: NotificationInterruptionLevel) -> (timeToLive: Int, urgency: PushMessage.Urgency) {
        switch level {
        case .passive: (12 * 3600, .low)
        case .active: (24 * 3600, .normal)
        case .timeSensitive: (4 * 3600, .high)
        }
    }

    /// Returns the topic of a push, by which a newer message replaces an older one at the push service and in the
    /// browser: a hash, which reveals neither the app nor the identifier.
    static func topic(of push: BrowserPush) -> MessageTopic {
        MessageTopic(hashing: "\(push.app.rawValue)\n\(push.identifier)")
    }

    /// Makes the message that shows a notification, which is in the person's language.
    ///
    /// - Throws: ``WebPushError`` if its content has more than `size` bytes.
    static func message(
        showing notification: ShownNotification,
        for push: BrowserPush,
        badge: Int,
        size: Int
    ) throws(WebPushError) -> PushMessage {
        let delivery = delivery(of: notification.level)
        return try PushMessage(
            content: declaration(of: notification, for: push, badge: badge).content(limit: size),
            timeToLive: delivery.timeToLive,
            urgency: delivery.urgency,
            topic: topic(of: push)
        )
    }

    /// Makes the message that removes a notification.
    ///
    /// It replaces a message with the same topic that the push service has not delivered yet. It is not a declarative
    /// message, so only the service worker reads it.
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

    /// Returns `true` if a browser accepts a message that shows nothing.
    ///
    /// Safari ends the subscription of a page after a few messages that show nothing; there, notifications remain until
    /// the page is opened.
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
        let link = notification.deepLink.map { origin + OpenURLRequest.page($0, from: notification.app) }
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
                // A browser can ask neither for the passcode nor for a text; the page does.
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
