import JSON

/// Parses the actions of a message; the mistakes in them are ``NtfyError`` 40018.
enum ActionListParser {
    /// Parses the value of a header or a parameter: a JSON array, or the short form.
    static func parse(_ text: String) throws(NtfyError) -> [JSONValue] {
        let text = text.trimmingSpace()
        guard text.hasPrefix("[") else {
            var parser = ActionTextParser(text)
            return try ActionDraft.checked(try parser.parse())
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: Array(text.utf8), depthLimit: 8)
        } catch {
            throw .actions.with("JSON invalid: \(error.reason)")
        }
        return try parse(value)
    }

    /// Parses a JSON array; names are case-insensitive, and `null` counts as missing everywhere.
    static func parse(_ value: JSONValue) throws(NtfyError) -> [JSONValue] {
        guard let elements = value.arrayValue else { throw .actions.with("an array is wanted") }
        guard elements.count <= ActionDraft.limit else {
            throw .actions.with("only \(ActionDraft.limit) actions allowed")
        }
        return try ActionDraft.checked(try elements.map(draft))
    }

    private static func draft(_ value: JSONValue) throws(NtfyError) -> ActionDraft {
        guard let members = value.caseInsensitiveMembers else { throw .actions.with("an action is an object") }
        var draft = ActionDraft()
        for (name, value) in members {
            switch name {
            case "action", "label", "url", "method", "body", "intent", "value":
                guard let text = value.stringValue else { throw .actions.with("parameter '\(name)' must be a string") }
                try draft.set(name, text)
            case "clear":
                guard let flag = value.boolValue else { throw .actions.with("parameter 'clear' must be a boolean") }
                draft.clear = flag
            case "headers", "extras":
                guard let object = value.objectValue else {
                    throw .actions.with("parameter '\(name)' must be an object")
                }
                for (key, value) in object {
                    guard let text = value.stringValue else {
                        throw .actions.with("the members of '\(name)' must be strings")
                    }
                    try draft.set("\(name).\(key)", text)
                }
            default: continue
            }
        }
        return draft
    }
}

/// Parses the short form of actions: `view, Open, https://h.example, clear=true; http, Done, url='…'`.
///
/// Actions are separated by `;`, values by `,`. The first three values need no names. A quoted value may contain
/// separators, and its quote after a backslash.
struct ActionTextParser {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func parse() throws(NtfyError) -> [ActionDraft] {
        var drafts: [ActionDraft] = []
        skipSpace()
        while !rest.isEmpty {
            // One action over the limit is enough to report that there are too many.
            guard drafts.count <= ActionDraft.limit else { break }
            drafts.append(try parseAction())
            skipSpace()
        }
        return drafts
    }

    private mutating func parseAction() throws(NtfyError) -> ActionDraft {
        var draft = ActionDraft()
        var position = 0
        while true {
            skipSpace()
            let name = parseName()
            let value = try parseValue()
            try set(name, value, at: position, in: &draft)
            position += 1
            guard rest.popFirst() == "," else { return draft }
        }
    }

    private func set(_ name: String?, _ value: String, at position: Int, in draft: inout ActionDraft) throws(NtfyError)
    {
        if let name { return try draft.set(name, value) }
        switch position {
        case 0: try draft.set("action", value)
        case 1: try draft.set("label", value)
        case 2 where ["view", "http"].contains(draft.kind): try draft.set("url", value)
        case 2 where draft.kind == "copy": try draft.set("value", value)
        default: throw .actions.with("term '\(value)' unknown")
        }
    }

    /// Parses `name =`, if it comes next.
    private mutating func parseName() -> String? {
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_") }
        let after = rest[name.endIndex...].drop(while: \.isWhitespace)
        guard !name.isEmpty, after.first == "=" else { return nil }
        rest = after.dropFirst()
        skipSpace()
        return String(name)
    }

    /// Parses a value up to the next separator.
    private mutating func parseValue() throws(NtfyError) -> String {
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            let value = rest.prefix { $0 != "," && $0 != ";" }
            rest = rest[value.endIndex...]
            return value.trimmingSpace()
        }
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst() {
            if character == "\\", let next = rest.first, next == quote || next == "\\" {
                value.append(next)
                rest = rest.dropFirst()
            } else if character == quote {
                skipSpace()
                guard let next = rest.first else { return value }
                guard next == "," || next == ";" else { throw .actions.with("unexpected character '\(next)'") }
                return value
            } else {
                value.append(character)
            }
        }
        throw .actions.with("unexpected end of input, a quote is not closed")
    }

    private mutating func skipSpace() { rest = rest.drop(while: \.isWhitespace) }
}
