package import HostModel
import JSON
package import ServerSentEvents
import TodayProtocol

/// An event of one of the host's streams, which local tools get as a server-sent event with the new state as JSON.
///
/// A stream takes the query parameter `after`, a screen position; the screen's stream also takes `scene`, a URL.
package protocol StreamedEvent: Sendable {
    /// The path of the stream, below `/api/`.
    static var path: String { get }

    /// Returns the event for local tools.
    ///
    /// Only an event of the screen has an id, its position: after others, a client keeps the id that it has.
    func serverSentEvent() throws -> ServerSentEvent

    /// Reads an event; `nil` for one of a later version of the host.
    ///
    /// - Throws: A JSON or decoding error if the event is malformed.
    init?(_ event: ServerSentEvent) throws
}

extension ScreenEvent: StreamedEvent {
    package static let path = "events"

    package func serverSentEvent() throws -> ServerSentEvent {
        let (name, body): (String, JSONValue) =
            switch change {
            case .screen(let state): ("screen", try JSONValue(encoding: state))
            case .widget(let widget): ("widget", try JSONValue(encoding: widget))
            case .scene: ("scene", [:])
            case .sceneFailed(let reason): ("sceneFailed", ["reason": .string(reason.english)])
            case .open(let url, let from, let opening):
                ("open", try .members(["url": url, "from": from, "opening": opening]))
            }
        return ServerSentEvent(id: position.description, name: name, data: body.jsonText)
    }

    package init?(_ event: ServerSentEvent) throws {
        guard let position = event.id.flatMap({ ScreenPosition($0) }) else { return nil }
        let body = try JSONValue(parsing: event.data)
        let change: Change
        switch event.name {
        case "screen": change = .screen(try body.decode())
        case "widget": change = .widget(try body.decode())
        case "scene": change = .scene
        case "sceneFailed": change = .sceneFailed(reason: .text(try body.member("reason")))
        case "open":
            change = .open(
                url: try body.member("url"),
                from: try body.member("from"),
                opening: try body.member("opening")
            )
        default: return nil
        }
        self.init(position: position, change: change)
    }
}

extension NotificationEvent: StreamedEvent {
    package static let path = "notifications/events"

    package func serverSentEvent() throws -> ServerSentEvent {
        let (name, members): (String, [String: any Encodable]) =
            switch change {
            case .all(let state): ("notifications", ["state": state])
            case .shown(let notification, let arrives):
                ("notification", ["notification": notification, "arrives": arrives])
            case .withdrawn(let id): ("withdrawn", ["id": id])
            case .summary(let summary): ("summary", ["summary": summary])
            }
        let body = try JSONValue.members(members.merging(["revision": revision]) { own, _ in own })
        return ServerSentEvent(name: name, data: body.jsonText)
    }

    package init?(_ event: ServerSentEvent) throws {
        let body = try JSONValue(parsing: event.data)
        let change: Change
        switch event.name {
        case "notifications": change = .all(try body.member("state"))
        case "notification": change = .shown(try body.member("notification"), arrives: try body.member("arrives"))
        case "withdrawn": change = .withdrawn(try body.member("id"))
        case "summary": change = .summary(try body.member("summary"))
        default: return nil
        }
        self.init(revision: try body.member("revision"), change: change)
    }
}

extension ComplicationEvent: StreamedEvent {
    package static let path = "complications/events"

    package func serverSentEvent() throws -> ServerSentEvent {
        let (name, body): (String, JSONValue) =
            switch change {
            case .all(let state): ("complications", try JSONValue(encoding: state))
            case .set(let complication):
                ("complication", try .members(["revision": revision, "complication": complication]))
            case .removed(let app): ("complicationRemoved", try .members(["revision": revision, "app": app]))
            }
        return ServerSentEvent(name: name, data: body.jsonText)
    }

    package init?(_ event: ServerSentEvent) throws {
        let body = try JSONValue(parsing: event.data)
        let change: Change
        switch event.name {
        case "complications": change = .all(try body.decode())
        case "complication": change = .set(try body.member("complication"))
        case "complicationRemoved": change = .removed(try body.member("app"))
        default: return nil
        }
        self.init(revision: try body.member("revision"), change: change)
    }
}

extension JSONValue {
    /// Encodes an object; leaves out members without a value.
    fileprivate static func members(_ members: [String: any Encodable]) throws -> JSONValue {
        .object(try members.mapValues { try JSONValue(encoding: $0) }.filter { !$0.value.isNull })
    }

    /// Decodes a member; one that is missing counts as `null`.
    fileprivate func member<Value: Decodable>(_ name: String) throws -> Value {
        try (self[name] ?? .null).decode(Value.self)
    }
}
