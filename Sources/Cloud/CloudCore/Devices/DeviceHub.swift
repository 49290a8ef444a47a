import AsyncPrimitives
package import CloudStorage
import Foundation
import NIOCore
import Synchronization

/// The open streams, by device.
package final class DeviceHub: Sendable {
    private struct State {
        private(set) var receivers: [DeviceNumber: any DeviceEventReceiver] = [:]
        /// The number of streams that a task writes.
        private(set) var taskCount = 0
        var missing: [MissingEvents] = []
        /// Completed when the last two batches of events have been written.
        var batches: [EventLoopFuture<Void>] = []
        var isClosed = false

        /// Sets the stream of a device, or removes it; returns the previous one.
        mutating func set(
            _ receiver: (any DeviceEventReceiver)?,
            for device: DeviceNumber
        ) -> (any DeviceEventReceiver)? {
            let former = receivers[device]
            receivers[device] = receiver
            taskCount += (receiver is DeviceEventSink ? 1 : 0) - (former is DeviceEventSink ? 1 : 0)
            return former
        }

        mutating func removeAll() -> [any DeviceEventReceiver] {
            defer { (receivers, taskCount) = ([:], 0) }
            return Array(receivers.values)
        }
    }

    /// Counts the events that streams write.
    let deliveries: DeliveryMeter
    private let state = Mutex(State())
    let opened = Signal()
    let missingAdded = Signal()

    package init(deliveries: DeliveryMeter = DeliveryMeter()) { self.deliveries = deliveries }

    package var count: Int { state.withLock(\.receivers.count) }

    /// The number of open streams over HTTP/1.1, which no task writes, and over HTTP/2.
    var counts: (http1: Int, http2: Int) {
        state.withLock { ($0.receivers.count - $0.taskCount, $0.taskCount) }
    }

    var devices: [DeviceNumber] { state.withLock { Array($0.receivers.keys) } }

    /// Opens a stream, which a task writes, of a device that has received the events up to a number; ends the previous
    /// one.
    ///
    /// The sink must be passed to ``close(_:_:)`` at the end.
    package func open(_ device: DeviceNumber, after position: Int64) -> DeviceEventSink {
        let sink = DeviceEventSink(after: position, opened: deliveries.now())
        open(device, sink)
        return sink
    }

    /// Opens the stream of a device; ends the previous one.
    func open(_ device: DeviceNumber, _ receiver: any DeviceEventReceiver) {
        let (former, isClosed) = state.withLock { state in
            (state.isClosed ? nil : state.set(receiver, for: device), state.isClosed)
        }
        if isClosed { receiver.end() }
        former?.end()
        opened.raise()
    }

    func close(_ device: DeviceNumber, _ receiver: any DeviceEventReceiver) {
        state.withLock { state in
            if state.receivers[device] === receiver { _ = state.set(nil, for: device) }
        }
    }

    /// Passes events to the open streams, in one task for each event loop.
    package func publish(_ events: [DeviceEvent]) {
        let pairs = state.withLock { state in
            events.compactMap { event in state.receivers[event.device].map { ($0, event) } }
        }
        var writes: [EventLoopFuture<Void>] = []
        for (_, pairs) in Dictionary(grouping: pairs, by: { $0.0.eventLoop.map { ObjectIdentifier($0) } }) {
            let write = { @Sendable [deliveries] in
                var encoder = DeviceEventEncoder()
                for (receiver, event) in pairs { receiver.accept(event, &encoder) }
                deliveries.record(encoder.written)
            }
            if let loop = pairs.first?.0.eventLoop { writes.append(loop.submit(write)) } else { write() }
        }
        guard let loop = writes.first?.eventLoop else { return }
        let batch = EventLoopFuture.andAllComplete(writes, on: loop)
        state.withLock { $0.batches = $0.batches.suffix(1) + [batch] }
    }

    /// Waits until at most one batch of events is unwritten, so that a publisher leaves the event loop time for
    /// requests.
    func waitForWrites() async {
        let batches = state.withLock(\.batches)
        // An event loop that has ended has no streams.
        if batches.count > 1 { try? await batches[0].get() }
    }

    package func end(_ devices: some Sequence<DeviceNumber>) {
        let ended = state.withLock { state in devices.compactMap { state.set(nil, for: $0) } }
        for receiver in ended { receiver.end() }
    }

    /// Ends every stream; streams that are opened later end at once.
    func endAll() {
        let ended = state.withLock { state in
            state.isClosed = true
            return state.removeAll()
        }
        for receiver in ended { receiver.end() }
    }

    /// Lets the streams of devices read the store, if its last event is newer than the last that they have.
    func catchUp(_ lastSequences: [DeviceNumber: Int64]) {
        let receivers = state.withLock { state in
            lastSequences.compactMap { device, last in state.receivers[device].map { ($0, last) } }
        }
        for (receiver, last) in receivers { receiver.catchUp(to: last) }
    }

    /// Requests a heartbeat from the streams of one of `parts` equal parts of the devices.
    func sendHeartbeats(part: Int, of parts: Int) {
        let due = state.withLock { state in
            state.receivers.filter { Int($0.key.value) % parts == part }.map(\.value)
        }
        for receiver in due { receiver.sendHeartbeat() }
    }

    /// Adds streams for which ``CatchUpWorker`` reads the store.
    func addMissing(_ missing: some Sequence<MissingEvents>) {
        state.withLock { $0.missing += missing }
        missingAdded.raise()
    }

    func takeMissing() -> [MissingEvents] {
        state.withLock { state in
            defer { state.missing = [] }
            return state.missing
        }
    }
}

/// The stream of one device, which receives its events.
protocol DeviceEventReceiver: AnyObject, Sendable {
    /// The event loop on which ``accept(_:_:)`` must be called; `nil` for any thread.
    var eventLoop: (any EventLoop)? { get }

    /// Writes an event, or keeps it, unless the stream will read it from the store.
    func accept(_ event: DeviceEvent, _ encoder: inout DeviceEventEncoder)

    /// Makes the stream read the store, unless it has the events up to a number.
    func catchUp(to sequence: Int64)

    func sendHeartbeat()

    func end()
}

package typealias DeviceMailbox = Mailbox<DeviceEvent>

/// Receives the events of a device whose stream is written by a task (``DeviceStream``).
package final class DeviceEventSink: DeviceEventReceiver {
    package let mailbox = DeviceMailbox()
    /// The number of the last event that was written, or that the device had received before.
    let position: Atomic<Int64>
    let opened: Date

    init(after position: Int64, opened: Date) {
        self.position = Atomic(position)
        self.opened = opened
    }

    var eventLoop: (any EventLoop)? { nil }

    func accept(_ event: DeviceEvent, _ encoder: inout DeviceEventEncoder) { mailbox.add(event) }

    func catchUp(to sequence: Int64) {
        if position.load(ordering: .relaxed) < sequence { mailbox.catchUp() }
    }

    func sendHeartbeat() { mailbox.requestHeartbeat() }

    func end() { mailbox.end() }
}
