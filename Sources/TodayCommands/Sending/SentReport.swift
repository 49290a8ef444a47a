import CardRendering
package import JSON

/// What a cloud has accepted.
package struct SentReport: Report {
    /// The push's id.
    package var push: String
    /// The message's id, if it goes into inboxes.
    package var message: String?

    /// Reports what was sent.
    package init(push: String, message: String?) {
        self.push = push
        self.message = message
    }

    /// The message's id, or the push's if there is no message.
    package var text: String { TerminalText.safe(message ?? push) }

    /// Both ids.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["pushID": .string(push)]
        members["messageID"] = message.map(JSONValue.string)
        return .object(members)
    }
}
