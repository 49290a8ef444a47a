public import JSON
import PushEncoding

/// A notification in the format of Declarative Web Push, which a browser can show without a running service worker.
///
/// Browsers without support for the format pass the same JSON to the service worker.
public struct DeclarativeNotification: Hashable, Sendable {
    /// A button.
    public struct Action: Hashable, Sendable {
        /// The identifier that the service worker receives if the button is pressed.
        public var identifier: String
        /// The text on the button.
        public var title: String
        /// The page that the button opens; `nil` if the service worker handles it.
        public var navigate: String?

        /// Creates a button.
        public init(identifier: String, title: String, navigate: String? = nil) {
            self.identifier = identifier
            self.title = title
            self.navigate = navigate
        }
    }

    /// The title; must not be empty.
    public var title: String
    /// The page that the notification opens, an absolute URL.
    public var navigate: String
    /// The text.
    public var body: String?
    /// The tag; the notification replaces one with the same tag that is shown.
    public var tag: String?
    /// The buttons; browsers show the first two.
    public var actions: [Action] = []
    /// The number on the app's icon; 0 removes it, `nil` leaves it unchanged.
    public var badge: Int?
    /// `true` if it makes no sound.
    public var isSilent = false
    /// The language of the texts (BCP 47).
    public var language: String?
    /// The URL of an icon.
    public var icon: String?
    /// `true` if the service worker may change it before it is shown.
    public var isMutable = false
    /// The additional data for the service worker.
    public var data: JSONValue?

    /// Creates a notification with a title and a page.
    public init(title: String, navigate: String) {
        self.title = title
        self.navigate = navigate
    }

    /// Encodes the notification, and shortens its texts if it would be too large.
    ///
    /// First the body is shortened, then the title, each after a whole character and with an ellipsis.
    ///
    /// - Returns: JSON in UTF-8, of at most `limit` bytes.
    /// - Throws: ``WebPushError`` with code `invalidMessage` if the title or the page is empty, or if it is too large
    ///   even without the texts.
    public func content(limit: Int = PushMessage.maximumContentLength) throws(WebPushError) -> [UInt8] {
        guard !title.isEmpty, !navigate.isEmpty else {
            throw WebPushError(.invalidMessage, "A declarative notification needs a title and a page.")
        }
        if let bytes = encoded(within: limit) { return bytes }
        var shorter = self
        if let body {
            let bytes = ShortenedText.encode(body, limit: limit) { beginning in
                shorter.body = beginning
                return shorter.encoded(within: limit)
            }
            if let bytes { return bytes }
            shorter.body = nil
        }
        let bytes = ShortenedText.encode(title, limit: limit) { beginning in
            shorter.title = beginning
            return shorter.encoded(within: limit)
        }
        if let bytes { return bytes }
        throw WebPushError(.invalidMessage, "The notification is larger than \(limit) bytes without its texts.")
    }

    private func encoded(within limit: Int) -> [UInt8]? {
        guard (body?.utf8.count ?? 0) + title.utf8.count <= limit else { return nil }
        let bytes = json.jsonBytes(sortsNames: true)
        return bytes.count <= limit ? bytes : nil
    }

    private var json: JSONValue {
        let texts = ["title": title, "navigate": navigate, "body": body, "tag": tag, "lang": language, "icon": icon]
        var members = texts.compactMapValues { $0.map(JSONValue.string) }
        members["data"] = data
        if isSilent { members["silent"] = true }
        if !actions.isEmpty {
            members["actions"] = .array(
                actions.map { action in
                    var button: [String: JSONValue] = [
                        "action": .string(action.identifier), "title": .string(action.title),
                    ]
                    button["navigate"] = action.navigate.map(JSONValue.string)
                    return .object(button)
                }
            )
        }
        var root: [String: JSONValue] = ["web_push": 8030]
        // In the standard these two are outside of the notification; the first browsers read them inside.
        if let badge {
            root["app_badge"] = .integer(max(badge, 0))
            members["app_badge"] = .integer(max(badge, 0))
        }
        if isMutable {
            root["mutable"] = true
            members["mutable"] = true
        }
        root["notification"] = .object(members)
        return .object(root)
    }
}
