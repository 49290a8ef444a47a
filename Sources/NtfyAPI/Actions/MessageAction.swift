import JSON

/// Something that whoever gets a message can do with it.
struct MessageAction: Hashable, Sendable {
    /// How many a message has at most.
    static let limit = 3

    /// What it does.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case view, http, broadcast, copy
    }

    var id = MessageIdentifier.new(length: 10)
    var kind: Kind
    var label: String
    /// Whether the notification goes once it was done.
    var clear = false
    var url: String?
    var method: String?
    var headers: [String: String] = [:]
    var body: String?
    var intent: String?
    var extras: [String: String] = [:]
    var value: String?

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(id), "action": .string(kind.rawValue), "label": .string(label), "clear": .bool(clear),
        ]
        let texts = ["url": url, "method": method, "body": body, "intent": intent, "value": value]
        for case (let name, let text?) in texts { members[name] = .string(text) }
        if !headers.isEmpty { members["headers"] = .object(headers.mapValues { .string($0) }) }
        if !extras.isEmpty { members["extras"] = .object(extras.mapValues { .string($0) }) }
        return .object(members)
    }
}
