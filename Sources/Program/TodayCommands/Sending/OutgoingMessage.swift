package import JSON

/// A message to send, and the push object of Airship's API that sends it.
package struct OutgoingMessage: Hashable, Sendable {
    /// Who gets it.
    package enum Audience: Hashable, Sendable {
        /// Everybody who uses the app.
        case all
        /// One person, by name.
        case person(String)
        /// The devices with a tag.
        case tag(String)
    }

    /// What a message says.
    package struct Content: Hashable, Sendable {
        /// What the text is.
        package enum Kind: String, Hashable, Sendable {
            case plain = "text/plain"
            case html = "text/html"
            case markdown = "text/markdown"
        }

        /// What the text is.
        package var type: Kind
        /// The text.
        package var text: String

        /// Takes a text.
        package init(type: Kind, text: String) {
            self.type = type
            self.text = text
        }
    }

    /// How long the text of a notification is that is made from a message, in characters.
    private static let alertLength = 200

    /// The title.
    package var title: String
    /// A second line for lists.
    package var subtitle: String?
    /// What it says.
    package var content: Content
    /// The address of a picture for lists.
    package var icon: String?
    /// After how many seconds it goes by itself.
    package var seconds: Int?
    /// Who gets it.
    package var audience: Audience
    /// What the notification says; made from the message if left out.
    package var alert: String?
    /// Whether there is no notification.
    package var isSilent: Bool
    /// Whether it goes into inboxes; otherwise it is a notification alone.
    package var goesToInboxes: Bool

    /// Describes a message.
    package init(
        title: String,
        subtitle: String? = nil,
        content: Content,
        icon: String? = nil,
        seconds: Int? = nil,
        audience: Audience = .all,
        alert: String? = nil,
        isSilent: Bool = false,
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
        self.goesToInboxes = goesToInboxes
    }

    /// The push object.
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
        var ios: [String: JSONValue] = ["title": .string(title)]
        if let subtitle, subtitle != alertText { ios["subtitle"] = .string(subtitle) }
        if alertText == title { return ["alert": .string(title)] }
        return ["alert": .string(alertText), "ios": .object(ios)]
    }

    /// What the notification says: what the sender wanted, else the beginning of a plain text, else the second line.
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
