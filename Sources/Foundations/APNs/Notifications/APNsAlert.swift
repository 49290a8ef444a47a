import JSON

/// The text of a notification, which may be localized by the app.
public struct APNsAlert: Hashable, Sendable {
    /// The key of a string in the app, which the phone shows in its own language.
    public struct LocalizedText: Hashable, Sendable {
        /// The key in `Localizable.strings`.
        public var key: String
        /// The values that replace the string's placeholders.
        public var arguments: [String]

        /// Creates a localized text.
        public init(key: String, arguments: [String] = []) {
            self.key = key
            self.arguments = arguments
        }
    }

    /// The title.
    public var title: String?
    /// The line below the title.
    public var subtitle: String?
    /// The text.
    public var body: String?
    /// The title in the language of the phone.
    public var localizedTitle: LocalizedText?
    /// The line below the title in the language of the phone.
    public var localizedSubtitle: LocalizedText?
    /// The text in the language of the phone.
    public var localizedBody: LocalizedText?

    /// Creates an alert.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// The total length of the texts in bytes of UTF-8, which is at most their length in JSON.
    var textLength: Int { [title, subtitle, body].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

    var json: JSONValue {
        let texts = ["title": title, "subtitle": subtitle, "body": body]
        var members = texts.compactMapValues { $0.map(JSONValue.string) }
        for (prefix, text) in [("title-", localizedTitle), ("subtitle-", localizedSubtitle), ("", localizedBody)] {
            guard let text else { continue }
            members["\(prefix)loc-key"] = .string(text.key)
            if !text.arguments.isEmpty { members["\(prefix)loc-args"] = .array(text.arguments.map(JSONValue.string)) }
        }
        return .object(members)
    }
}
