import JSON
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
