import JSON

/// An action that the recipient of a message can choose.
struct MessageAction: Hashable, Sendable {
    /// The largest number of actions of a message.
    static let limit = 3

    /// The kind of action.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case view, http, broadcast, copy
    }

    var id = MessageIdentifier.new(length: 10)
    var kind: Kind
    var label: String
    /// `true` if the notification is removed after the action.
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

/// An action before it is validated.
struct ActionDraft: Hashable, Sendable {
    var action = ""
    var label = ""
    var clear = false
    var url = ""
    var method = ""
    var headers: [String: String] = [:]
    var body = ""
    var intent = ""
    var extras: [String: String] = [:]
    var value = ""

    /// Sets one value.
    ///
    /// - Throws: ``NtfyError`` 40018 if the name is unknown.
    mutating func set(_ name: String, _ value: String) throws(NtfyError) {
        if name.hasPrefix("headers.") {
            headers[String(name.dropFirst("headers.".count))] = value
            return
        }
        if name.hasPrefix("extras.") {
            extras[String(name.dropFirst("extras.".count))] = value
            return
        }
        switch name.lowercased() {
        case "action": action = value
        case "label": label = value
        case "url": url = value
        case "method": method = value
        case "body": body = value
        case "intent": intent = value
        case "value": self.value = value
        case "clear":
            switch value.lowercased() {
            case "true", "yes", "1": clear = true
            case "false", "no", "0": clear = false
            default: throw .actions.with("parameter 'clear' cannot be '\(value)', only boolean values are allowed")
            }
        default: throw .actions.with("key '\(name)' unknown")
        }
    }

    /// Validates the action.
    ///
    /// - Returns: The action with a new id.
    /// - Throws: ``NtfyError`` 40018 that describes the mistake.
    func checked() throws(NtfyError) -> MessageAction {
        guard let kind = MessageAction.Kind(rawValue: action.lowercased()) else {
            throw .actions.with(
                "parameter 'action' cannot be '\(action)', valid values are 'view', 'broadcast', 'http' and 'copy'"
            )
        }
        guard !label.isEmpty else { throw .actions.with("parameter 'label' is required") }
        var result = MessageAction(kind: kind, label: label, clear: clear)
        switch kind {
        case .view, .http:
            guard !url.isEmpty else { throw .actions.with("parameter 'url' is required for action '\(kind.rawValue)'") }
            result.url = url
        case .copy:
            guard !value.isEmpty else { throw .actions.with("parameter 'value' is required for action 'copy'") }
            result.value = value
        case .broadcast:
            result.intent = intent.isEmpty ? nil : intent
            result.extras = extras
        }
        guard kind == .http else { return result }
        let verb = method.uppercased()
        guard verb.isEmpty || verb.allSatisfy({ $0.isASCII && $0.isLetter }), verb.utf8.count <= 16 else {
            throw .actions.with("parameter 'method' cannot be '\(method)'")
        }
        guard body.isEmpty || (verb != "GET" && verb != "HEAD") else {
            throw .actions.with("parameter 'body' cannot be set if method is \(verb)")
        }
        result.method = verb.isEmpty ? nil : verb
        result.headers = headers
        result.body = body.isEmpty ? nil : body
        return result
    }

    /// Validates all actions of a message.
    static func checked(_ drafts: [ActionDraft]) throws(NtfyError) -> [MessageAction] {
        guard drafts.count <= MessageAction.limit else {
            throw .actions.with("only \(MessageAction.limit) actions allowed")
        }
        var actions: [MessageAction] = []
        for draft in drafts { actions.append(try draft.checked()) }
        return actions
    }
}
