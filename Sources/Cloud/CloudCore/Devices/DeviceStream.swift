import CloudStorage
import JSON

/// Writes the events of one device to its stream: first the missed ones, then new ones.
///
/// For streams of HTTP/2; those of HTTP/1.1 need no task (``DeviceConnection``).
struct DeviceStream: Sendable {
    static let pageSize = 100
    /// A comment, which keeps the connection open.
    static let comment = ": still here\n\n"

    let device: DeviceRecord
    let store: CloudStore
    let hub: DeviceHub
    let heartbeat: Duration

    /// Writes until the stream ends: the device opened another one or was revoked, or the cloud shuts down.
    func run(_ sink: DeviceEventSink, write: @concurrent (String) async throws -> Void) async throws {
        defer { hub.close(device.number, sink) }
        try await write(hello())
        var position = sink.start
        try await catchUp(&position, write)
        while true {
            switch await sink.mailbox.next() {
            case .events(let events):
                var text = ""
                for event in events where event.sequence > position {
                    text += Self.text(of: event)
                    position = event.sequence
                }
                if !text.isEmpty { try await write(text) }
            case .catchUp: try await catchUp(&position, write)
            case .heartbeat: try await write(Self.comment)
            case .end: return
            }
        }
    }

    private func catchUp(_ position: inout Int64, _ write: @concurrent (String) async throws -> Void) async throws {
        while true {
            let page = try await store.events(of: device.number, after: position, limit: Self.pageSize)
            guard let last = page.last else { return }
            try await write(page.map(Self.text).joined())
            position = last.sequence
            if page.count < Self.pageSize { return }
        }
    }

    /// Makes the first event of a stream.
    func hello() async throws -> String {
        let last = try await store.lastSequence()
        let hello: JSONValue = [
            "device_id": .string(device.id.text), "epoch": .string(store.epoch), "sequence": .integer(Int(last)),
            "heartbeat": .integer(Int(heartbeat.components.seconds)),
        ]
        return "event: hello\ndata: \(hello.jsonText)\n\n"
    }

    /// Writes an event in the form of server-sent events; its body has no line breaks.
    static func text(of event: DeviceEvent) -> String {
        number(of: event) + text(of: event.content)
    }

    /// The part that differs among the devices that receive an event.
    static func number(of event: DeviceEvent) -> String { "id: \(event.sequence)\n" }

    /// The part that all devices have in common that receive an event.
    static func text(of content: EventContent) -> String { "event: \(content.kind)\ndata: \(content.body)\n\n" }
}
