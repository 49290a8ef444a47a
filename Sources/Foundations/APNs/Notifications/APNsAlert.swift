import JSON

/// The text of a notification; a localized text is the key of a string in the app, with arguments.
public struct APNsAlert: Hashable, Sendable {
    /// A string of the app, in the language of the phone.
    public struct LocalizedText: Hashable, Sendable {
        /// The key in `Localizable.strings`.
        public var key: String
        /// What its placeholders are replaced by.
        public var arguments: [String]

        /// Makes a localized text.
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

    /// Makes an alert.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// The bytes of the texts, at most as many as in JSON.
    var textLength: Int { [title, subtitle, body].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

    var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["title"] = title.map(JSONValue.string)
        members["subtitle"] = subtitle.map(JSONValue.string)
        members["body"] = body.map(JSONValue.string)
        for (prefix, text) in [("title-", localizedTitle), ("subtitle-", localizedSubtitle), ("", localizedBody)] {
            guard let text else { continue }
            members["\(prefix)loc-key"] = .string(text.key)
            if !text.arguments.isEmpty { members["\(prefix)loc-args"] = .array(text.arguments.map(JSONValue.string)) }
        }
        return .object(members)
    }
}
