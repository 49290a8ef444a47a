import CloudStorage
import JSON

/// Writes the events of one device to its stream: first the missed ones, then new ones.
struct DeviceStream: Sendable {
    static let pageSize = 100

    let device: DeviceRecord
    let store: CloudStore
    let hub: DeviceHub
    let heartbeat: Duration

    /// Writes until the stream ends: the device opened another one or was revoked, or the cloud shuts down.
    ///
    /// `write` keeps the order with the events that bypass the mailbox of the sink, which ``DeviceHub`` opened.
    func run(_ sink: DeviceEventSink, write: @concurrent (String) async throws -> Void) async throws {
        defer { hub.close(device.number, sink) }
        try await write(hello(last: try await store.lastSequence(of: device.number)))
        try await catchUp(sink, write)
        while true {
            switch await sink.mailbox.next() {
            case .events(let events):
                var text = ""
                var hasGap = false
                for event in events where event.sequence > sink.position {
                    hasGap = event.sequence > sink.position + 1
                    if hasGap { break }
                    text += Self.text(of: event)
                    sink.advance(to: event.sequence)
                }
                if !text.isEmpty { try await write(text) }
                if hasGap { try await catchUp(sink, write) }
            case .catchUp: try await catchUp(sink, write)
            case .heartbeat: try await write(": still here\n\n")
            case .end: return
            }
        }
    }

    private func catchUp(_ sink: DeviceEventSink, _ write: @concurrent (String) async throws -> Void) async throws {
        while true {
            let page = try await store.events(of: device.number, after: sink.position, limit: Self.pageSize)
            guard let last = page.last else { return }
            try await write(page.map(Self.text).joined())
            sink.advance(to: last.sequence)
            if page.count < Self.pageSize { return }
        }
    }

    private func hello(last: Int64) -> String {
        let hello: JSONValue = [
            "device_id": .string(device.id.text), "epoch": .string(store.epoch), "sequence": .integer(Int(last)),
            "heartbeat": .integer(Int(heartbeat.components.seconds)),
        ]
        return "event: hello\ndata: \(hello.jsonText)\n\n"
    }

    /// Writes an event in the form of server-sent events; its body has no line breaks.
    static func text(of event: DeviceEvent) -> String {
        "id: \(event.sequence)\nevent: \(event.content.kind)\ndata: \(event.content.body)\n\n"
    }
}
