package import JSON
package import TodayProtocol

/// The person's response to a notification of a script.
package struct ResponseReport: Report {
    package var response: NotificationResponse

    package init(response: NotificationResponse) { self.response = response }

    /// The same text that programs get.
    package var text: String { json.safeText }

    /// The response's id, the notification's identifier, the action, and the text if there is one.
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
