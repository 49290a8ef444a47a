import CloudStorage
import JSON

/// Writes the events of one device, from where it was, for as long as it stays.
struct DeviceStream: Sendable {
    /// How many events are read at a time.
    static let pageSize = 100

    let device: DeviceRecord
    let store: CloudStore
    let hub: DeviceHub
    let heartbeat: Duration

    /// Writes until the stream ends: the device opened another one, it was revoked, or the cloud shuts down.
    ///
    /// - Parameters:
    ///   - line: What the hub opened for it; it must have been opened before this is called.
    ///   - write: Writes a part of the stream, before or after the events that pass the mailbox of the line by.
    /// - Throws: What `write` throws, or ``CloudStorage/CloudStoreError``.
    func run(
        _ line: DeviceEventSink,
        write: @concurrent (String) async throws -> Void
    ) async throws {
        defer { hub.close(device.number, line) }
        try await write(hello(last: try await store.lastSequence()))
        try await catchUp(line, write)
        while true {
            switch await line.mailbox.next() {
            case .events(let events):
                var text = ""
                for event in events where event.sequence > line.position {
                    text += Self.text(of: event)
                    line.advance(to: event.sequence)
                }
                if !text.isEmpty { try await write(text) }
            case .catchUp: try await catchUp(line, write)
            case .heartbeat: try await write(": still here\n\n")
            case .end: return
            }
        }
    }

    private func catchUp(_ line: DeviceEventSink, _ write: @concurrent (String) async throws -> Void) async throws {
        while true {
            let page = try await store.events(of: device.number, after: line.position, limit: Self.pageSize)
            guard let last = page.last else { return }
            try await write(page.map(Self.text).joined())
            line.advance(to: last.sequence)
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

    /// An event as the stream has it; its body has no line ends.
    static func text(of event: DeviceEvent) -> String {
        "id: \(event.sequence)\nevent: \(event.content.kind)\ndata: \(event.content.body)\n\n"
    }
}
