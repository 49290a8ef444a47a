import JSON
package import TodayProtocol

/// An action on the notification of a topic message, which has it in its user info and which the host performs itself.
package struct TopicAction: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case view
        case http
    }

    /// Largest number of actions of a message; ntfy's limit.
    private static let limit = 3

    /// The action's identifier in the notification, `KIND-NUMBER`.
    package var identifier: String
    package var label: String
    package var kind: Kind
    package var url: String
    /// `true` if the notification is withdrawn after the action.
    package var clears: Bool
    package var method: String
    package var headers: [String: String]
    package var body: String

    package var button: NotificationAction {
        NotificationAction(identifier: identifier, title: .text(label), options: kind == .view ? [.foreground] : [])
    }

    /// Parses the actions of a message; malformed ones and those of other kinds are skipped.
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

    /// Reads the actions from the user info of a notification, in their order.
    package static func all(in userInfo: [String: PropertyValue]?) -> [TopicAction] {
        guard case .dictionary(let actions)? = userInfo?["actions"] else { return [] }
        // An identifier ends in the action's number, 1 to 3.
        let names = actions.keys.sorted { ($0.last.map(String.init) ?? "", $0) < ($1.last.map(String.init) ?? "", $1) }
        return names.compactMap { TopicAction($0, in: userInfo) }
    }

    /// Reads one action from the user info of a notification; `nil` if it has no such action.
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

    /// Returns the actions by identifier, for the user info of a notification.
    static func values(_ actions: [TopicAction]) -> [String: PropertyValue] {
        Dictionary(actions.map { ($0.identifier, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    var value: PropertyValue {
        var members: [String: PropertyValue] = [
            "kind": .string(kind.rawValue), "url": .string(url), "label": .string(label), "clears": .bool(clears),
        ]
        if kind == .http {
            members["method"] = .string(method)
            // A property list's keys must not begin with a dollar sign, and no valid header name does.
            let storable = headers.filter { !$0.key.hasPrefix("$") }
            if !storable.isEmpty { members["headers"] = .dictionary(storable.mapValues { .string($0) }) }
            if !body.isEmpty { members["body"] = .string(body) }
        }
        return .dictionary(members)
    }
}
