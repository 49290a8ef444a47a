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

    /// Returns all properties of a message except its body.
    static func json(_ shown: ShownMessage) -> [String: JSONValue] {
        let message = shown.message
        var members: [String: JSONValue] = [
            "id": .string(message.id.rawValue),
            "app": .string(shown.app.rawValue),
            "appTitle": .string(shown.appTitle),
            "title": .string(message.title),
            "sent": .string(Dates.iso8601(message.sent)),
            "isRead": .bool(message.isRead),
            "contentType": .string(message.contentType),
            "hasBody": .bool(message.hasBody),
            "extra": .object(message.extra.mapValues(JSONValue.string)),
        ]
        members["subtitle"] = message.subtitle.map(JSONValue.string)
        members["expires"] = message.expires.map { .string(Dates.iso8601($0)) }
        members["icon"] = message.icon.map(JSONValue.string)
        return members
    }

    /// Returns the state of the connection to the cloud.
    static func json(_ status: CloudStatus) -> JSONValue {
        var members: [String: JSONValue] = ["isLocal": .bool(status.isLocal)]
        members["url"] = status.url.map(JSONValue.string)
        members["user"] = status.user.map(JSONValue.string)
        switch status.state {
        case .notLinked: members["state"] = "notLinked"
        case .connecting: members["state"] = "connecting"
        case .connected(let since):
            members["state"] = "connected"
            members["since"] = .string(Dates.iso8601(since))
        case .offline(let since, let reason):
            members["state"] = "offline"
            members["since"] = .string(Dates.iso8601(since))
            members["reason"] = .string(reason.english)
        case .unregistered: members["state"] = "shutOut"
        }
        return .object(members)
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
