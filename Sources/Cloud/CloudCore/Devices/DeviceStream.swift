import CloudStorage
import JSON
import Synchronization

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
        try await catchUp(sink, write)
        while true {
            switch await sink.mailbox.next() {
            case .events(let events):
                let position = sink.position.load(ordering: .relaxed)
                let new = events.filter { $0.sequence > position }
                guard new.isSequence(after: position) else {
                    try await catchUp(sink, write)
                    continue
                }
                try await self.write(new, to: sink, write)
            case .catchUp: try await catchUp(sink, write)
            case .heartbeat: try await write(Self.comment)
            case .end: return
            }
        }
    }

    private func catchUp(_ sink: DeviceEventSink, _ write: @concurrent (String) async throws -> Void) async throws {
        while true {
            let position = sink.position.load(ordering: .relaxed)
            let page = try await store.events(of: device.number, after: position, limit: Self.pageSize)
            try await self.write(page, to: sink, write)
            if page.count < Self.pageSize { return }
        }
    }

    private func write(
        _ events: [DeviceEvent],
        to sink: DeviceEventSink,
        _ write: @concurrent (String) async throws -> Void
    ) async throws {
        guard let last = events.last else { return }
        try await write(events.map(Self.text).joined())
        hub.deliveries.record(events, openedAt: sink.opened)
        sink.position.store(last.sequence, ordering: .relaxed)
    }

    /// Makes the first event of a stream.
    func hello() async throws -> String {
        let last = try await store.lastSequence(of: device.number)
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

extension [DeviceEvent] {
    /// Returns `true` if these are the next events after the one with a number.
    ///
    /// Otherwise some are missing: with several connections to the database, the store reports commits in any order.
    func isSequence(after position: Int64) -> Bool {
        enumerated().allSatisfy { index, event in event.sequence == position + 1 + Int64(index) }
    }
}
