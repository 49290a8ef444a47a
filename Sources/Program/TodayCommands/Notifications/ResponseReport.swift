import JSON
import TodayProtocol

/// The person's response to a notification of a script.
struct ResponseReport: Report {
    var response: NotificationResponse

    /// The same text that programs get.
    var text: String { json.safeText }

    /// The response's id, the notification's identifier, the action, and the text if there is one.
    var json: JSONValue {
        .members([
            "id": response.id, "identifier": response.notification.request.identifier,
            "action": response.actionIdentifier, "text": response.text,
        ])
    }
}
