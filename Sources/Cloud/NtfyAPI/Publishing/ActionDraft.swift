import JSON

/// An action of a message, which its recipient can choose, before it is validated.
struct ActionDraft: Hashable, Sendable {
    static let limit = 3

    private static let names: Set<String> = ["action", "label", "url", "method", "body", "intent", "value"]

    /// `true` if the notification is removed after the action.
    var clear = false
    private var texts: [String: String] = [:]
    private var headers: [String: String] = [:]
    private var extras: [String: String] = [:]

    /// The kind of action, in lower case: `view`, `http`, `broadcast` or `copy`, if it is valid.
    var kind: String { self["action"].lowercased() }

    private subscript(name: String) -> String { texts[name] ?? "" }

    mutating func set(_ name: String, _ value: String) throws(NtfyError) {
        if name.hasPrefix("headers.") {
            headers[String(name.dropFirst("headers.".count))] = value
        } else if name.hasPrefix("extras.") {
            extras[String(name.dropFirst("extras.".count))] = value
        } else if name.lowercased() == "clear" {
            switch value.lowercased() {
            case "true", "yes", "1": clear = true
            case "false", "no", "0": clear = false
            default: throw .actions.with("parameter 'clear' cannot be '\(value)', only boolean values are allowed")
            }
        } else {
            guard Self.names.contains(name.lowercased()) else { throw .actions.with("key '\(name)' unknown") }
            texts[name.lowercased()] = value
        }
    }

    /// Validates the action, and returns it in ntfy's form with a new id.
    func checked() throws(NtfyError) -> JSONValue {
        guard ["view", "http", "broadcast", "copy"].contains(kind) else {
            throw .actions.with(
                "parameter 'action' cannot be '\(self["action"])', valid values are 'view', 'broadcast', 'http' and 'copy'"
            )
        }
        guard !self["label"].isEmpty else { throw .actions.with("parameter 'label' is required") }
        var kept = ["id": MessageIdentifier.new(length: 10), "action": kind, "label": self["label"]]
        var maps: [String: [String: String]] = [:]
        switch kind {
        case "copy": kept["value"] = try required("value")
        case "broadcast":
            kept["intent"] = self["intent"]
            maps["extras"] = extras
        default: kept["url"] = try required("url")
        }
        if kind == "http" {
            let verb = self["method"].uppercased()
            guard verb.isEmpty || verb.allSatisfy({ $0.isASCII && $0.isLetter }), verb.utf8.count <= 16 else {
                throw .actions.with("parameter 'method' cannot be '\(self["method"])'")
            }
            guard self["body"].isEmpty || (verb != "GET" && verb != "HEAD") else {
                throw .actions.with("parameter 'body' cannot be set if method is \(verb)")
            }
            kept["method"] = verb
            kept["body"] = self["body"]
            maps["headers"] = headers
        }
        var members = kept.filter { !$1.isEmpty }.mapValues { JSONValue.string($0) }
        members["clear"] = .bool(clear)
        for (name, map) in maps where !map.isEmpty { members[name] = .object(map.mapValues { .string($0) }) }
        return .object(members)
    }

    private func required(_ name: String) throws(NtfyError) -> String {
        guard !self[name].isEmpty else {
            throw .actions.with("parameter '\(name)' is required for action '\(kind)'")
        }
        return self[name]
    }

    static func checked(_ drafts: [ActionDraft]) throws(NtfyError) -> [JSONValue] {
        guard drafts.count <= limit else { throw .actions.with("only \(limit) actions allowed") }
        return try drafts.map { draft throws(NtfyError) in try draft.checked() }
    }
}
