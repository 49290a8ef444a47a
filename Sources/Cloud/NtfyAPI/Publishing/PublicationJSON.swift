import JSON

/// A message that is published as a JSON object, possibly together with headers.
struct PublicationJSON: Sendable {
    /// The largest size of the object, in bytes.
    static let limit = 8192

    /// The name of the topic, which is not validated yet.
    let topic: String
    let message: String
    let actions: [JSONValue]?

    /// Parses an object, whose names are case-insensitive, and sets its members in the parameters; `null` and empty
    /// values count as missing.
    init(_ json: JSONValue, _ fields: inout RequestParameters) throws(NtfyError) {
        guard let members = json.caseInsensitiveMembers else { throw .messageJSON }
        guard let topic = try Self.text("topic", members) else { throw .topic }
        self.topic = topic
        message = try Self.text("message", members) ?? ""
        let texts: [(String, RequestParameter)] = [
            ("title", .title), ("click", .click), ("icon", .icon), ("attach", .attach), ("filename", .filename),
            ("delay", .delay), ("email", .mail), ("call", .call), ("cache", .cache), ("sequence_id", .sequenceID),
        ]
        for (name, field) in texts {
            if let text = try Self.text(name, members) { fields.set(field, text) }
        }
        if let value = members["priority"] {
            guard let priority = value.integerValue else { throw .messageJSON.with("'priority' is a number") }
            if priority != 0 { fields.set(.priority, String(priority)) }
        }
        if let value = members["tags"] {
            let tags = value.arrayValue?.compactMap(\.stringValue)
            guard let tags, tags.count == value.arrayValue?.count else {
                throw .messageJSON.with("'tags' are an array of strings")
            }
            if !tags.isEmpty { fields.set(.tags, tags.joined(separator: ",")) }
        }
        if let value = members["markdown"] {
            guard let flag = value.boolValue else { throw .messageJSON.with("'markdown' is a boolean") }
            if flag { fields.set(.markdown, "yes") }
        }
        let actions = try members["actions"].map { value throws(NtfyError) in try ActionListParser.parse(value) }
        self.actions = actions?.isEmpty == true ? nil : actions
    }

    private static func text(_ name: String, _ members: [String: JSONValue]) throws(NtfyError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.stringValue else { throw .messageJSON.with("'\(name)' is a string") }
        return text.isEmpty ? nil : text
    }
}
