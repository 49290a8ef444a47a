import CloudStorage
import HTTPServing
import NIOCore

/// The stream of a device over a connection that has left HTTP: its event loop writes the events, and no task waits for
/// them.
///
/// If the client is too slow, events are dropped, and ``CatchUpWorker`` reads them from the store when the client has
/// read what was written.
final class DeviceConnection: DeviceEventReceiver, ChunkStreamDelegate {
    private enum State {
        case opening
        /// The device has all events.
        case current
        /// Events were dropped, and the client is too slow.
        case behind
        /// The worker reads the store, or is about to. New events wait; `nil` if there were too many, and the store must
        /// be read again.
        case reading([DeviceEvent]?)
    }

    private struct Progress {
        var state = State.opening
        /// The number of the last event that was written, or that the device had received before.
        var position: Int64
    }

    private let device: DeviceNumber
    private let chunks: ChunkStream
    private let hub: DeviceHub
    private let progress: NIOLoopBoundBox<Progress>

    /// Makes the stream of a device that has received the events up to a number.
    init(_ device: DeviceNumber, after position: Int64, over chunks: ChunkStream, of hub: DeviceHub) {
        self.device = device
        self.chunks = chunks
        self.hub = hub
        progress = .makeBoxSendingValue(Progress(position: position), eventLoop: chunks.eventLoop)
    }

    var eventLoop: (any EventLoop)? { chunks.eventLoop }

    /// Writes the first event, and then what the device has missed; returns before that is written.
    func open(_ hello: String) {
        hub.open(device, self)
        onEventLoop { connection in
            connection.write(hello)
            connection.read()
            // May tell at once that the client has disconnected.
            connection.chunks.setDelegate(connection)
        }
    }

    func accept(_ event: DeviceEvent, _ encoder: inout DeviceEventEncoder) {
        switch progress.value.state {
        case .current:
            guard event.sequence > progress.value.position else { return }
            guard chunks.isWritable else {
                progress.value.state = .behind
                return
            }
            guard [event].isSequence(after: progress.value.position) else {
                read()
                return
            }
            progress.value.position = event.sequence
            chunks.write(encoder.chunk(for: event))
        case .reading(let waiting?):
            progress.value.state = .reading(waiting.count < DeviceMailbox.capacity ? waiting + [event] : nil)
        case .reading(nil), .opening, .behind: break
        }
    }

    func catchUp(to sequence: Int64) {
        onEventLoop { connection in
            guard connection.progress.value.position < sequence else { return }
            switch connection.progress.value.state {
            case .current: connection.readWhenWritable()
            case .reading: connection.progress.value.state = .reading(nil)
            case .opening, .behind: break
            }
        }
    }

    func sendHeartbeat() {
        onEventLoop { connection in
            if case .opening = connection.progress.value.state { return }
            if connection.chunks.isWritable { connection.write(DeviceStream.comment) }
        }
    }

    func end() { onEventLoop { $0.chunks.end() } }

    func streamBecameWritable() {
        if case .behind = progress.value.state { read() }
    }

    func streamEnded() { hub.close(device, self) }

    /// Writes the events after ``MissingEvents/position``, or only the first of them if there are more.
    func write(missing page: [DeviceEvent], hasMore: Bool) {
        onEventLoop { connection in
            guard case .reading(let waiting) = connection.progress.value.state else { return }
            connection.write(page)
            let position = connection.progress.value.position
            let new = waiting?.filter { $0.sequence > position }.sorted { $0.sequence < $1.sequence }
            if let new, !hasMore, new.isSequence(after: position) {
                connection.write(new)
                connection.progress.value.state = .current
            } else {
                connection.readWhenWritable()
            }
        }
    }

    private func write(_ events: [DeviceEvent]) {
        guard let last = events.last else { return }
        write(events.map(DeviceStream.text).joined())
        progress.value.position = last.sequence
    }

    private func readWhenWritable() {
        if chunks.isWritable { read() } else { progress.value.state = .behind }
    }

    private func read() {
        progress.value.state = .reading([])
        hub.addMissing([MissingEvents(device: device, position: progress.value.position, connection: self)])
    }

    private func write(_ text: String) {
        var chunk = ByteBuffer()
        ChunkStream.encode(text, into: &chunk)
        chunks.write(chunk)
    }

    private func onEventLoop(_ body: @escaping @Sendable (DeviceConnection) -> Void) {
        chunks.eventLoop.execute { body(self) }
    }
}

/// Encodes events as chunks; what the events of a push have in common is made once.
struct DeviceEventEncoder {
    private var content: EventContent?
    private var text = ""
    private var chunk = ByteBuffer()

    mutating func chunk(for event: DeviceEvent) -> ByteBuffer {
        if event.content != content {
            content = event.content
            text = DeviceStream.text(of: event.content)
        }
        ChunkStream.encode(DeviceStream.number(of: event), text, into: &chunk)
        return chunk
    }
}
