import HostModel
import JSON
package import ServerSentEvents
import TodayProtocol

/// The paths of the event streams, below `/api/`.
///
/// All take the query parameter `after`, a screen position; the screen's stream also takes `scene`, a URL.
package enum EventPath {
    /// The changes of the screen.
    package static let screen = "events"
    /// The changes of the notifications.
    package static let notifications = "notifications/events"
    /// The changes of the complications.
    package static let complications = "complications/events"
}

extension ScreenEvent {
    private struct Address: Codable {
        var url: String
        var from: AppID?
        var opening: OpeningID?
    }

    private struct Failure: Codable { var reason: String }

    /// Returns the event for local tools, with the new state as JSON.
    package func serverSentEvent() throws -> ServerSentEvent {
        let (name, body): (String, JSONValue) =
            switch change {
            case .screen(let state): ("screen", try JSONValue(encoding: state))
            case .widget(let widget): ("widget", try JSONValue(encoding: widget))
            case .scene: ("scene", [:])
            case .sceneFailed(let reason): ("sceneFailed", try JSONValue(encoding: Failure(reason: reason.english)))
            case .open(let url, let from, let opening):
                ("open", try JSONValue(encoding: Address(url: url, from: from, opening: opening)))
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
        case "sceneFailed":
            self.init(position: position, change: .sceneFailed(reason: .text(try body.decode(Failure.self).reason)))
        case "open":
            let address = try body.decode(Address.self)
            let change = Change.open(url: address.url, from: address.from, opening: address.opening)
            self.init(position: position, change: change)
        default: return nil
        }
    }
}

extension NotificationEvent {
    private struct AllPayload: Codable {
        var revision: Revision
        var state: NotificationsState
    }

    private struct ShownPayload: Codable {
        var revision: Revision
        var notification: ShownNotification
        var arrives: Bool
    }

    private struct WithdrawnPayload: Codable {
        var revision: Revision
        var id: DeliveredID
    }

    private struct SummaryPayload: Codable {
        var revision: Revision
        var summary: NotificationSummary
    }

    /// Returns the event for local tools, with the new state as JSON.
    ///
    /// It has no id: the client takes the id of the last event for its position on the screen.
    package func serverSentEvent() throws -> ServerSentEvent {
        let (name, body): (String, JSONValue) =
            switch change {
            case .all(let state):
                ("notifications", try JSONValue(encoding: AllPayload(revision: revision, state: state)))
            case .shown(let notification, let arrives):
                (
                    "notification",
                    try JSONValue(
                        encoding: ShownPayload(revision: revision, notification: notification, arrives: arrives)
                    )
                )
            case .withdrawn(let id):
                ("withdrawn", try JSONValue(encoding: WithdrawnPayload(revision: revision, id: id)))
            case .summary(let summary):
                ("summary", try JSONValue(encoding: SummaryPayload(revision: revision, summary: summary)))
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
            let all = try body.decode(AllPayload.self)
            self.init(revision: all.revision, change: .all(all.state))
        case "notification":
            let shown = try body.decode(ShownPayload.self)
            self.init(revision: shown.revision, change: .shown(shown.notification, arrives: shown.arrives))
        case "withdrawn":
            let withdrawn = try body.decode(WithdrawnPayload.self)
            self.init(revision: withdrawn.revision, change: .withdrawn(withdrawn.id))
        case "summary":
            let payload = try body.decode(SummaryPayload.self)
            self.init(revision: payload.revision, change: .summary(payload.summary))
        default: return nil
        }
    }
}

extension ComplicationEvent {
    private struct SetPayload: Codable {
        var revision: Revision
        var complication: ShownComplication
    }

    private struct RemovedPayload: Codable {
        var revision: Revision
        var app: AppID
    }

    /// Returns the event for local tools, with the new state as JSON.
    ///
    /// It has no id: the client takes the id of the last event for its position on the screen.
    package func serverSentEvent() throws -> ServerSentEvent {
        let (name, body): (String, JSONValue) =
            switch change {
            case .all(let state): ("complications", try JSONValue(encoding: state))
            case .set(let complication):
                (
                    "complication",
                    try JSONValue(encoding: SetPayload(revision: revision, complication: complication))
                )
            case .removed(let app):
                ("complicationRemoved", try JSONValue(encoding: RemovedPayload(revision: revision, app: app)))
            }
        return ServerSentEvent(name: name, data: body.jsonText)
    }

    /// Reads an event; `nil` for one of a later version of the host.
    ///
    /// - Throws: A JSON or decoding error if the event is malformed.
    package init?(_ event: ServerSentEvent) throws {
        let body = try JSONValue(parsing: event.data)
        switch event.name {
        case "complications":
            let state = try body.decode(ComplicationsState.self)
            self.init(revision: state.revision, change: .all(state))
        case "complication":
            let payload = try body.decode(SetPayload.self)
            self.init(revision: payload.revision, change: .set(payload.complication))
        case "complicationRemoved":
            let payload = try body.decode(RemovedPayload.self)
            self.init(revision: payload.revision, change: .removed(payload.app))
        default: return nil
        }
    }
}
