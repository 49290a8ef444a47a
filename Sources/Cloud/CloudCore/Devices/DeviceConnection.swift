import CloudStorage
import Foundation
import HTTPServing
import NIOCore

/// The stream of a device over a connection that has left HTTP: its event loop writes the events, and no task waits for
/// them.
///
/// If the client is too slow, events are dropped, and ``CatchUpWorker`` reads them from the store when the client has
/// read what was written.
final class DeviceConnection: DeviceEventReceiver, ChunkStreamDelegate {
    private let device: DeviceNumber
    private let chunks: ChunkStream
    private let hub: DeviceHub
    private let opened: Date
    private let progress: NIOLoopBoundBox<DeviceProgress>

    /// Makes the stream of a device that has received the events up to a number.
    init(_ device: DeviceNumber, after position: Int64, over chunks: ChunkStream, of hub: DeviceHub) {
        self.device = device
        self.chunks = chunks
        self.hub = hub
        opened = hub.deliveries.now()
        progress = .makeBoxSendingValue(DeviceProgress(position: position), eventLoop: chunks.eventLoop)
    }

    var eventLoop: (any EventLoop)? { chunks.eventLoop }

    /// Writes the first event, and then what the device has missed; returns before that is written.
    func open(_ hello: String) {
        hub.open(device, self)
        onEventLoop { connection in
            connection.write(hello)
            connection.take(connection.progress.value.open())
            // May tell at once that the client has disconnected.
            connection.chunks.setDelegate(connection)
        }
    }

    func accept(_ event: DeviceEvent, _ encoder: inout DeviceEventEncoder) {
        let step = progress.value.accept(event, isWritable: chunks.isWritable)
        for event in step.events { chunks.write(encoder.chunk(for: event)) }
        readIfNeeded(step)
    }

    func catchUp(to sequence: Int64) {
        onEventLoop { $0.take($0.progress.value.catchUp(to: sequence, isWritable: $0.chunks.isWritable)) }
    }

    func sendHeartbeat() {
        onEventLoop { connection in
            if connection.progress.value.isOpen, connection.chunks.isWritable { connection.write(DeviceStream.comment) }
        }
    }

    func end() { onEventLoop { $0.chunks.end() } }

    func streamBecameWritable() { take(progress.value.becomeWritable()) }

    func streamEnded() { hub.close(device, self) }

    /// Writes the events after ``MissingEvents/position``, or only the first of them if there are more.
    func write(missing page: [DeviceEvent], last: Int64 = 0, hasMore: Bool) {
        onEventLoop { connection in
            let isWritable = connection.chunks.isWritable
            connection.take(
                connection.progress.value.receive(page, last: last, hasMore: hasMore, isWritable: isWritable)
            )
        }
    }

    private func take(_ step: DeviceProgress.Step) {
        if !step.events.isEmpty {
            write(step.events.map(DeviceStream.text).joined())
            hub.deliveries.record(step.events, openedAt: opened)
        }
        readIfNeeded(step)
    }

    private func readIfNeeded(_ step: DeviceProgress.Step) {
        guard step.needsStore else { return }
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
    private(set) var written = DeliveryMeter.Batch()

    mutating func chunk(for event: DeviceEvent) -> ByteBuffer {
        if event.content != content {
            content = event.content
            text = DeviceStream.text(of: event.content)
        }
        written.add(event)
        ChunkStream.encode(DeviceStream.number(of: event), text, into: &chunk)
        return chunk
    }
}
