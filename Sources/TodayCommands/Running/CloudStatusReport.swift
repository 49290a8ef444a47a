import CardRendering
package import DeviceSync
import Foundation
package import JSON

/// How the host stands with its cloud.
package struct CloudStatusReport: Report {
    /// The status.
    package var status: CloudStatus

    /// Reports a status.
    package init(status: CloudStatus) { self.status = status }

    /// A sentence, made safe for the terminal.
    package var text: String { TerminalText.safe(sentence) }

    private var sentence: String {
        let place = status.isLocal ? "the cloud inside Today" : status.url ?? ""
        switch status.state {
        case .notLinked: return "This host has joined no cloud."
        case .connecting: return "Connecting to \(place)."
        case .connected: return "Connected to \(place) as \(status.user ?? "nobody")."
        case .offline(let since, let reason): return "Offline since \(Self.date(since)): \(reason)"
        case .shutOut: return "This host was shut out of \(place); join again with “today link”."
        }
    }

    /// The state's name, since when and why, and where the cloud is.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["local": .bool(status.isLocal)]
        members["url"] = status.url.map { .string($0) }
        members["user"] = status.user.map { .string($0) }
        switch status.state {
        case .notLinked: members["state"] = "notLinked"
        case .connecting: members["state"] = "connecting"
        case .connected(let since):
            members["state"] = "connected"
            members["since"] = .string(Self.date(since))
        case .offline(let since, let reason):
            members["state"] = "offline"
            members["since"] = .string(Self.date(since))
            members["reason"] = .string(reason)
        case .shutOut: members["state"] = "shutOut"
        }
        return .object(members)
    }

    private static func date(_ date: Date) -> String { date.formatted(.iso8601) }
}
