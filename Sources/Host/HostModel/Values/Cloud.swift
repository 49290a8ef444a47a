package import Foundation
import FoundationEssentials
package import JSON
package import TodayProtocol

/// The status of the host's link to its cloud, which surfaces show: without the link messages may be out of date.
package struct CloudStatus: Codable, Hashable, Sendable {
    package enum State: Codable, Hashable, Sendable {
        /// The host has joined no cloud.
        case notLinked
        /// The host connects for the first time since it was started or joined, or for the first time after a break; a
        /// break is shown as a failure only if that attempt fails too.
        case connecting
        /// The stream is open.
        case connected(since: Date)
        /// The stream is closed; the host retries by itself.
        case offline(since: Date, reason: LocalizableText)
        /// The cloud no longer knows this host; the person must join it again.
        case unregistered

        private enum CodingKeys: String, CodingKey {
            case notLinked, connecting, connected, offline
            case unregistered = "shutOut"
        }
    }

    package var state: State
    /// The cloud's address, without a slash at the end; `nil` if the host has joined no cloud.
    package var url: String?
    package var user: String?
    /// `true` if it is the cloud inside this program.
    package var isLocal: Bool

    package init(_ state: State, url: String? = nil, user: String? = nil, isLocal: Bool = false) {
        self.state = state
        self.url = url
        self.user = user
        self.isLocal = isLocal
    }

    package static let notLinked = CloudStatus(.notLinked)

    /// A sentence for the person if messages may be missing; otherwise `nil`.
    package var notice: LocalizableText? {
        switch state {
        case .notLinked, .connecting, .connected: nil
        case .offline(_, let reason): .messagesOutOfDate(reason)
        case .unregistered: .hostShutOutJoinAgain
        }
    }
}

/// The keys for sending messages through the cloud that runs inside the host.
///
/// The master secret allows its holder to notify the person, so only the person's own tools get it.
package struct SenderKeys: Codable, Hashable, Sendable {
    /// The cloud's address, without a slash at the end.
    package var url: String
    package var app: AppID
    /// The app key, which is not secret.
    package var appKey: String
    /// The secret that allows sending.
    package var masterSecret: String

    package init(url: String, app: AppID, appKey: String, masterSecret: String) {
        self.url = url
        self.app = app
        self.appKey = appKey
        self.masterSecret = masterSecret
    }
}

package enum InboxRefreshResult: Hashable, Sendable {
    case changed
    case unchanged
    /// The list could not be fetched; the value is a sentence with the reason.
    case failed(LocalizableText)
}

/// A message to send, and its push object in Airship's API.
package struct OutgoingMessage: Hashable, Sendable {
    package enum Audience: Hashable, Sendable {
        case all
        /// One person, by name.
        case person(String)
        case tag(String)
    }

    package struct Content: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case plain = "text/plain"
            case html = "text/html"
            case markdown = "text/markdown"
        }

        package var type: Kind
        package var text: String

        package init(type: Kind, text: String) {
            self.type = type
            self.text = text
        }
    }

    /// Largest number of characters that a notification's text takes from a message.
    private static let alertLength = 200

    package var title: String
    /// The second line in lists.
    package var subtitle: String?
    package var content: Content
    package var icon: String?
    /// Number of seconds after which the message expires.
    package var seconds: Int?
    package var audience: Audience
    /// The text of the notification; if `nil`, it is derived from the message.
    package var alert: String?
    /// `true` if the message has no notification.
    package var isSilent: Bool
    /// `true` if the push starts the app in the background in addition to its notification; a silent one always does.
    package var wakesApp: Bool
    /// `true` if the message is added to inboxes; otherwise it is only a notification.
    package var goesToInboxes: Bool

    package init(
        title: String,
        subtitle: String? = nil,
        content: Content,
        icon: String? = nil,
        seconds: Int? = nil,
        audience: Audience = .all,
        alert: String? = nil,
        isSilent: Bool = false,
        wakesApp: Bool = false,
        goesToInboxes: Bool = true
    ) {
        self.title = title
        self.subtitle = subtitle
        self.content = content
        self.icon = icon
        self.seconds = seconds
        self.audience = audience
        self.alert = alert
        self.isSilent = isSilent
        self.wakesApp = wakesApp
        self.goesToInboxes = goesToInboxes
    }

    package var json: JSONValue {
        var push: [String: JSONValue] = [
            "audience": audienceJSON, "device_types": "all", "notification": notification,
        ]
        if goesToInboxes { push["message"] = message }
        return .object(push)
    }

    private var audienceJSON: JSONValue {
        switch audience {
        case .all: "all"
        case .person(let name): ["named_user": .string(name)]
        case .tag(let tag): ["tag": .string(tag)]
        }
    }

    private var notification: JSONValue {
        if isSilent { return ["ios": ["content_available": true]] }
        var ios: [String: JSONValue] = [:]
        if alertText != title {
            ios["title"] = .string(title)
            if let subtitle, subtitle != alertText { ios["subtitle"] = .string(subtitle) }
        }
        if wakesApp { ios["content_available"] = true }
        var notification: [String: JSONValue] = ["alert": .string(alertText)]
        if !ios.isEmpty { notification["ios"] = .object(ios) }
        return .object(notification)
    }

    /// The notification's text: the given one, or else the beginning of a plain text, or else the subtitle.
    private var alertText: String {
        if let alert { return alert }
        if content.type == .plain {
            let text = content.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if text.count > Self.alertLength { return text.prefix(Self.alertLength - 1) + "…" }
            if !text.isEmpty { return text }
        }
        return subtitle ?? title
    }

    private var message: JSONValue {
        var message: [String: JSONValue] = [
            "title": .string(title), "body": .string(content.text), "content_type": .string(content.type.rawValue),
        ]
        if let subtitle { message["extra"] = ["com.urbanairship.listing.field1": .string(subtitle)] }
        if let icon { message["icons"] = ["list_icon": .string(icon)] }
        if let seconds { message["expiry"] = .integer(seconds) }
        return .object(message)
    }
}

package struct SentMessage: Hashable, Sendable {
    package var push: String
    package var message: String?

    package init(push: String, message: String?) {
        self.push = push
        self.message = message
    }
}
