import AsyncPrimitives
package import CloudStorage
package import HTTPServing
import NIOCore
import Synchronization

/// The open streams, by device.
package final class DeviceHub: Sendable {
    private struct State {
        var sinks: [DeviceNumber: DeviceEventSink] = [:]
        /// Completed when the last two batches of events have been written.
        var batches: [EventLoopFuture<Void>] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    let opened = Signal()

    package init() {}

    package var count: Int { state.withLock(\.sinks.count) }

    var devices: [DeviceNumber] { state.withLock { Array($0.sinks.keys) } }

    /// Opens a stream of a device that has received the events up to a number; ends the previous one.
    ///
    /// Without `chunks` every event goes through the mailbox. The sink must be passed to ``close(_:_:)`` at the end.
    package func open(_ device: DeviceNumber, after position: Int64, over chunks: ChunkWriter? = nil) -> DeviceEventSink
    {
        let sink = DeviceEventSink(after: position, over: chunks)
        let (former, isClosed) = state.withLock { state in
            (state.isClosed ? nil : state.sinks.updateValue(sink, forKey: device), state.isClosed)
        }
        if isClosed { sink.mailbox.end() }
        former?.mailbox.end()
        opened.raise()
        return sink
    }

    package func close(_ device: DeviceNumber, _ sink: DeviceEventSink) {
        state.withLock { state in
            if state.sinks[device] === sink { state.sinks[device] = nil }
        }
    }

    /// Passes events to the open streams, in one task for each event loop.
    package func publish(_ events: [DeviceEvent]) {
        let pairs = state.withLock { state in
            events.compactMap { event in state.sinks[event.device].map { ($0, event) } }
        }
        for (_, pairs) in Dictionary(grouping: pairs, by: { $0.0.chunks.map { ObjectIdentifier($0.eventLoop) } }) {
            let write = { @Sendable in for (sink, event) in pairs { sink.accept(event) } }
            guard let loop = pairs.first?.0.chunks?.eventLoop else {
                write()
                continue
            }
            let batch = loop.submit(write)
            state.withLock { $0.batches = $0.batches.suffix(1) + [batch] }
        }
    }

    /// Waits until at most one batch of events is unwritten, so that a publisher leaves the event loop time for
    /// requests.
    func waitForWrites() async {
        let batches = state.withLock(\.batches)
        // An event loop that has ended has no streams.
        if batches.count > 1 { try? await batches[0].get() }
    }

    package func end(_ devices: some Sequence<DeviceNumber>) {
        let ended = state.withLock { state in devices.compactMap { state.sinks.removeValue(forKey: $0) } }
        for sink in ended { sink.mailbox.end() }
    }

    /// Ends every stream; streams that are opened later end at once.
    func endAll() {
        let ended = state.withLock { state in
            state.isClosed = true
            defer { state.sinks = [:] }
            return Array(state.sinks.values)
        }
        for sink in ended { sink.mailbox.end() }
    }

    /// Makes every stream read the store.
    /// Lets the streams of devices read the store, if its last event is newer than the last that they have.
    func catchUp(_ lastSequences: [DeviceNumber: Int64]) {
        let sinks = state.withLock { state in
            lastSequences.compactMap { device, last in state.sinks[device].map { ($0, last) } }
        }
        for (sink, last) in sinks where sink.position < last { sink.mailbox.catchUp() }
    }

    /// Requests a heartbeat from the streams of one of `parts` equal parts of the devices.
    func sendHeartbeats(part: Int, of parts: Int) {
        let due = state.withLock { state in
            state.sinks.filter { Int($0.key.value) % parts == part }.map(\.value)
        }
        for sink in due { sink.mailbox.requestHeartbeat() }
    }
}

package typealias DeviceMailbox = Mailbox<DeviceEvent>

/// Receives the events of one device whose stream is open.
///
/// They bypass the mailbox of a stream that is idle and keeps up: its event loop writes them, and no task is woken.
package final class DeviceEventSink: Sendable {
    package let mailbox = DeviceMailbox()
    /// Writes to the connection directly; `nil` without a connection.
    let chunks: ChunkWriter?
    private let written: Atomic<Int64>

    /// Makes a sink for a stream to which nothing was written yet, of a device that has seen the events up to a number.
    package init(after position: Int64, over chunks: ChunkWriter? = nil) {
        self.chunks = chunks
        written = Atomic(position)
    }

    /// The number of the last event that was or is being written.
    var position: Int64 { written.load(ordering: .acquiring) }

    /// Records that the stream writes events up to a number.
    func advance(to sequence: Int64) { written.store(sequence, ordering: .releasing) }

    /// Writes an event at once, or puts it into the mailbox; must be called on the event loop of ``chunks``, if any.
    func accept(_ event: DeviceEvent) {
        guard let chunks else { return mailbox.add(event) }
        let isWritable = chunks.isWritable
        let bypassed = mailbox.bypass(event) {
            // After a gap, the stream reads the store: on several connections, commits may be reported in another order.
            guard isWritable, event.sequence == position + 1 else { return false }
            advance(to: event.sequence)
            return true
        }
        if bypassed { chunks.writeAtOnce(DeviceStream.text(of: event)) }
    }
}
