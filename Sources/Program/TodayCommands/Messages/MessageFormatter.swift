import DeviceSync
import Foundation
import Host
import HostModel
import JSON
import TodayProtocol

/// Formats messages and the state of the cloud as text and as JSON.
enum MessageFormatter {
    /// The placeholder for an empty title.
    static let untitled = "Untitled"

    /// Returns the title to show.
    static func title(of message: Message) -> String { message.title.isEmpty ? untitled : message.title }

    /// Returns all properties of a message, with the text of its body if that is known.
    static func json(_ shown: ShownMessage, text: String? = nil) -> JSONValue {
        let message = shown.message
        return .members([
            "id": message.id, "app": shown.app, "appTitle": shown.appTitle, "title": message.title,
            "subtitle": message.subtitle, "text": text, "sent": message.sent, "expires": message.expires,
            "isRead": message.isRead, "contentType": message.contentType, "hasBody": message.hasBody,
            "icon": message.icon, "extra": message.extra,
        ])
    }

    /// Returns the state of the connection to the cloud.
    static func json(_ status: CloudStatus) -> JSONValue {
        let state = status.state.parts
        return .members([
            "isLocal": status.isLocal, "url": status.url, "user": status.user, "state": state.name,
            "since": state.since, "reason": state.reason,
        ])
    }

    /// Returns a line about the state of the cloud, or `nil` if everything works.
    static func line(_ status: CloudStatus, _ dates: Dates) -> String? {
        switch status.state {
        case .connected: nil
        case .connecting: "Connecting to the cloud; newer messages may follow."
        case .notLinked: "No messages arrive: this host has joined no cloud."
        case .offline(let since, let reason):
            "Messages may be out of date since \(dates.display(since)): \(reason.english)"
        case .unregistered: status.notice?.english
        }
    }
}
