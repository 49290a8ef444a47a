package import JSON
package import TodayProtocol

/// What the person did with a notification of a script.
package struct ResponseReport: Report {
    /// What the person did.
    package var response: NotificationResponse

    /// Reports a response.
    package init(response: NotificationResponse) { self.response = response }

    /// The same as for programs.
    package var text: String { json.safeText }

    /// The response's id, the notification's identifier, the action, and the text if it takes one.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(response.id),
            "identifier": .string(response.notification.request.identifier),
            "action": .string(response.actionIdentifier),
        ]
        members["text"] = response.text.map(JSONValue.string)
        return .object(members)
    }
}
