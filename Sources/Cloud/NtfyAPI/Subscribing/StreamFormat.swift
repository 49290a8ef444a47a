import JSON

enum StreamFormat: String, Hashable, Sendable {
    /// A JSON object on each line.
    case json
    case sse
    /// The text of each message on a line.
    case raw
    /// A JSON object in each message of a WebSocket.
    case webSocket = "ws"

    var contentType: String {
        switch self {
        case .json, .webSocket: "application/x-ndjson; charset=utf-8"
        case .sse: "text/event-stream; charset=utf-8"
        case .raw: "text/plain; charset=utf-8"
        }
    }

    /// `true` if the stream has keepalive events; a WebSocket has pings instead.
    var hasKeepalives: Bool { self != .webSocket }

    /// Returns the text of an event, with the line breaks that end it; `body` is its JSON object, on one line.
    func text(_ body: String) -> String {
        switch self {
        case .json: return body + "\n"
        case .webSocket: return body
        case .sse:
            let event = Self.value(of: body)["event"]?.stringValue ?? ""
            return event == NtfyMessage.Event.message.rawValue
                ? "data: \(body)\n\n" : "event: \(event)\ndata: \(body)\n\n"
        case .raw:
            let json = Self.value(of: body)
            guard json["event"]?.stringValue == NtfyMessage.Event.message.rawValue else { return "\n" }
            return String((json["message"]?.stringValue ?? "").map { $0.isNewline ? " " : $0 }) + "\n"
        }
    }

    /// Parses a body that this module encoded.
    static func value(of body: String) -> JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}
