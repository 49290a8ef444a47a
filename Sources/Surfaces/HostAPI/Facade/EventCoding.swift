import HostStorage
import JSON
package import Notifications
package import ServerSentEvents
import TodayProtocol
package import TodayScreen

extension ScreenEvent {
    private struct Address: Codable { var url: String }

    /// The event as local tools get it: the state itself, as JSON.
    package func serverSentEvent() throws -> ServerSentEvent {
        let (name, body): (String, JSONValue) =
            switch change {
            case .screen(let state): ("screen", try JSONValue(encoding: state))
            case .widget(let widget): ("widget", try JSONValue(encoding: widget))
            case .scene: ("scene", [:])
            case .open(let url): ("open", try JSONValue(encoding: Address(url: url)))
            }
        return ServerSentEvent(id: position.description, name: name, data: body.jsonText)
    }

    /// Reads an event; `nil` for one of a later version of the host.
    ///
    /// - Throws: A JSON or decoding error if the event is malformed.
    package init?(_ event: ServerSentEvent) throws {
        guard let position = event.id.flatMap({ ScreenPosition($0) }) else { return nil }
        let body = try JSONValue(parsing: event.data)
        switch event.name {
        case "screen": self.init(position: position, change: .screen(try body.decode()))
        case "widget": self.init(position: position, change: .widget(try body.decode()))
        case "scene": self.init(position: position, change: .scene)
        case "open": self.init(position: position, change: .open(url: try body.decode(Address.self).url))
        default: return nil
        }
    }
}

extension NotificationEvent {
    private struct All: Codable {
        var revision: Revision
        var state: NotificationsState
    }

    private struct Shown: Codable {
        var revision: Revision
        var notification: ShownNotification
        var arrives: Bool
    }

    private struct Withdrawn: Codable {
        var revision: Revision
        var id: DeliveredID
    }

    private struct Beside: Codable {
        var revision: Revision
        var summary: NotificationSummary
    }

    /// The event as local tools get it: the state itself, as JSON.
    ///
    /// It has no id: what a client has seen of notifications says nothing of what it has seen of the screen.
    package func serverSentEvent() throws -> ServerSentEvent {
        let (name, body): (String, JSONValue) =
            switch change {
            case .all(let state): ("notifications", try JSONValue(encoding: All(revision: revision, state: state)))
            case .shown(let notification, let arrives):
                (
                    "notification",
                    try JSONValue(encoding: Shown(revision: revision, notification: notification, arrives: arrives))
                )
            case .withdrawn(let id): ("withdrawn", try JSONValue(encoding: Withdrawn(revision: revision, id: id)))
            case .summary(let summary):
                ("summary", try JSONValue(encoding: Beside(revision: revision, summary: summary)))
            }
        return ServerSentEvent(name: name, data: body.jsonText)
    }

    /// Reads an event; `nil` for one of a later version of the host.
    ///
    /// - Throws: A JSON or decoding error if the event is malformed.
    package init?(_ event: ServerSentEvent) throws {
        let body = try JSONValue(parsing: event.data)
        switch event.name {
        case "notifications":
            let all = try body.decode(All.self)
            self.init(revision: all.revision, change: .all(all.state))
        case "notification":
            let shown = try body.decode(Shown.self)
            self.init(revision: shown.revision, change: .shown(shown.notification, arrives: shown.arrives))
        case "withdrawn":
            let withdrawn = try body.decode(Withdrawn.self)
            self.init(revision: withdrawn.revision, change: .withdrawn(withdrawn.id))
        case "summary":
            let beside = try body.decode(Beside.self)
            self.init(revision: beside.revision, change: .summary(beside.summary))
        default: return nil
        }
    }
}
