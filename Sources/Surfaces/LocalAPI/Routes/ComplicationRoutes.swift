package import HostModel
import JSON
package import ServerSentEvents
import TodayProtocol

extension GetComplicationsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "complications", reply: .json) { reader in
                Self(for: reader.viewer)
            } write: { request, writer in
                writer.setViewer(request.viewer)
            }
        ]
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
