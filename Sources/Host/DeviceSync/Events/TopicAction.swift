import JSON
package import TodayProtocol

/// What the person can do on a notification of a topic.
///
/// The host carries it out itself, with what it noted in the notification's user info.
package struct TopicAction: Hashable, Sendable {
    /// What it does.
    package enum Kind: String, Hashable, Sendable {
        /// It opens an address.
        case view
        /// It sends a request.
        case http
    }

    /// How many a message may have; ntfy's own limit.
    private static let limit = 3

    /// Its name in the notification.
    package var identifier: String
    /// What the button says.
    package var label: String
    /// What it does.
    package var kind: Kind
    /// The address.
    package var url: String
    /// Whether the notification goes when it was done.
    package var clears: Bool
    /// The method of the request.
    package var method: String
    /// The headers of the request.
    package var headers: [String: String]
    /// The body of the request.
    package var body: String

    /// The button.
    package var button: NotificationAction {
        NotificationAction(identifier: identifier, title: .text(label), options: kind == .view ? [.foreground] : [])
    }

    /// Reads the actions of a message; those of other kinds, and those that are malformed, are passed over.
    static func list(_ json: JSONValue?, _ links: TopicLinkValidator) -> [TopicAction] {
        (json?.arrayValue ?? []).prefix(limit).enumerated().compactMap { TopicAction(json: $1, number: $0 + 1, links) }
    }

    private init?(json: JSONValue, number: Int, _ links: TopicLinkValidator) {
        guard let kind = json["action"]?.stringValue.flatMap(Kind.init), let text = json["url"]?.stringValue,
            let url = kind == .http ? links.webAddress(text) : links.address(text),
            let label = json["label"]?.stringValue, label.contains(where: { !$0.isWhitespace })
        else { return nil }
        self.kind = kind
        self.url = url
        self.label = String(label.prefix(64))
        identifier = "\(kind.rawValue)-\(number)"
        clears = json["clear"]?.boolValue ?? false
        method = json["method"]?.stringValue.map { $0.uppercased() } ?? "POST"
        headers = json["headers"]?.objectValue?.compactMapValues(\.stringValue) ?? [:]
        body = json["body"]?.stringValue ?? ""
    }

    /// The actions that a notification carries, in their order.
    package static func all(in userInfo: [String: PropertyValue]?) -> [TopicAction] {
        guard case .dictionary(let actions)? = userInfo?["actions"] else { return [] }
        // A name ends in the action's place; there are at most three.
        let names = actions.keys.sorted { ($0.last.map(String.init) ?? "", $0) < ($1.last.map(String.init) ?? "", $1) }
        return names.compactMap { TopicAction($0, in: userInfo) }
    }

    /// Finds an action among those that a notification carries.
    package init?(_ identifier: String, in userInfo: [String: PropertyValue]?) {
        guard case .dictionary(let actions)? = userInfo?["actions"], let json = actions[identifier]?.json,
            let kind = json["kind"]?.stringValue.flatMap(Kind.init), let url = json["url"]?.stringValue,
            kind == .view || TopicLinkValidator.isWeb(url)
        else { return nil }
        self.identifier = identifier
        self.kind = kind
        self.url = url
        label = json["label"]?.stringValue ?? identifier
        clears = json["clears"]?.boolValue ?? false
        method = json["method"]?.stringValue ?? "POST"
        headers = json["headers"]?.objectValue?.compactMapValues(\.stringValue) ?? [:]
        body = json["body"]?.stringValue ?? ""
    }

    /// The form that a notification carries.
    var value: PropertyValue {
        var members: [String: PropertyValue] = [
            "kind": .string(kind.rawValue), "url": .string(url), "label": .string(label), "clears": .bool(clears),
        ]
        if kind == .http {
            members["method"] = .string(method)
            // A name in a property list does not begin with a dollar sign; no header's does.
            let sound = headers.filter { !$0.key.hasPrefix("$") }
            if !sound.isEmpty { members["headers"] = .dictionary(sound.mapValues { .string($0) }) }
            if !body.isEmpty { members["body"] = .string(body) }
        }
        return .dictionary(members)
    }
}
