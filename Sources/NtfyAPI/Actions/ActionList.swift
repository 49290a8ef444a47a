import JSON

/// Reads the actions of a message.
enum ActionList {
    /// Reads the value of a header or a parameter: a JSON array, or the short form.
    ///
    /// - Throws: ``NtfyError`` 40018 that says what is wrong.
    static func parse(_ text: String) throws(NtfyError) -> [MessageAction] {
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

    /// Reads a JSON array; names stand in any case, and `null` counts as missing wherever it stands.
    ///
    /// - Throws: ``NtfyError`` 40018 that says what is wrong.
    static func parse(_ value: JSONValue) throws(NtfyError) -> [MessageAction] {
        guard let elements = value.arrayValue else { throw .actions.with("an array is wanted") }
        guard elements.count <= MessageAction.limit else {
            throw .actions.with("only \(MessageAction.limit) actions allowed")
        }
        var drafts: [ActionDraft] = []
        for element in elements { drafts.append(try draft(element)) }
        return try ActionDraft.checked(drafts)
    }

    private static func draft(_ value: JSONValue) throws(NtfyError) -> ActionDraft {
        guard let members = LooseMembers(value) else { throw .actions.with("an action is an object") }
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
