package import JSON

/// A message to send, and its push object in Airship's API.
package struct OutgoingMessage: Hashable, Sendable {
    /// The recipients.
    package enum Audience: Hashable, Sendable {
        /// All users of the app.
        case all
        /// One person, by name.
        case person(String)
        /// The devices with a tag.
        case tag(String)
    }

    /// The content of a message.
    package struct Content: Hashable, Sendable {
        /// The type of the text.
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
    /// The body.
    package var content: Content
    /// The URL of an image for lists.
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

    /// The push object as JSON.
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
