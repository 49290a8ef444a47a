import AsyncPrimitives
package import CloudStorage
package import HTTPServing
import NIOCore
import Synchronization

/// The streams that are open, by device.
package final class DeviceHub: Sendable {
    private struct State {
        var lines: [DeviceNumber: DeviceEventSink] = [:]
        /// Are given when the last two batches of events are on their way.
        var batches: [EventLoopFuture<Void>] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Is given when the first stream opens.
    let opened = Signal()

    /// Makes a hub without streams.
    package init() {}

    /// How many streams are open.
    package var count: Int { state.withLock(\.lines.count) }

    /// The devices whose streams are open.
    var devices: [DeviceNumber] { state.withLock { Array($0.lines.keys) } }

    /// Opens a stream of a device; the one that was open ends.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - position: The number of the last event that it has seen.
    ///   - chunks: What writes to its connection; without it, every event waits in the mailbox.
    /// - Returns: The line, to be given to ``close(_:_:)`` when its stream has ended.
    package func open(_ device: DeviceNumber, after position: Int64, over chunks: ChunkWriter? = nil) -> DeviceEventSink
    {
        let line = DeviceEventSink(after: position, over: chunks)
        let (former, isClosed) = state.withLock { state in
            (state.isClosed ? nil : state.lines.updateValue(line, forKey: device), state.isClosed)
        }
        if isClosed { line.mailbox.end() }
        former?.mailbox.end()
        opened.raise()
        return line
    }

    /// Forgets a stream that has ended.
    package func close(_ device: DeviceNumber, _ line: DeviceEventSink) {
        state.withLock { state in
            if state.lines[device] === line { state.lines[device] = nil }
        }
    }

    /// Hands events to the streams that are open, all of an event loop's at once.
    package func publish(_ events: [DeviceEvent]) {
        let pairs = state.withLock { state in
            events.compactMap { event in state.lines[event.device].map { ($0, event) } }
        }
        for (_, pairs) in Dictionary(grouping: pairs, by: { $0.0.chunks.map { ObjectIdentifier($0.eventLoop) } }) {
            let write = { @Sendable in for (line, event) in pairs { line.take(event) } }
            guard let loop = pairs.first?.0.chunks?.eventLoop else {
                write()
                continue
            }
            let batch = loop.submit(write)
            state.withLock { $0.batches = $0.batches.suffix(1) + [batch] }
        }
    }

    /// Waits until at most one batch of published events is still to be written, or to be put into mailboxes.
    ///
    /// So whoever publishes much goes on while the event loop writes, and yet leaves it time for those who ask.
    func settled() async {
        let batches = state.withLock(\.batches)
        // An event loop that has ended carries no streams.
        if batches.count > 1 { try? await batches[0].get() }
    }

    /// Ends the streams of devices.
    package func end(_ devices: some Sequence<DeviceNumber>) {
        let ended = state.withLock { state in devices.compactMap { state.lines.removeValue(forKey: $0) } }
        for line in ended { line.mailbox.end() }
    }

    /// Ends every stream, and those that open later at once.
    func endAll() {
        let ended = state.withLock { state in
            state.isClosed = true
            defer { state.lines = [:] }
            return Array(state.lines.values)
        }
        for line in ended { line.mailbox.end() }
    }

    /// Asks every stream to read the store.
    func catchUpAll() {
        for line in state.withLock({ Array($0.lines.values) }) { line.mailbox.catchUp() }
    }

    /// Asks every so many-th stream for a heartbeat.
    func beat(part: Int, of parts: Int) {
        let due = state.withLock { state in
            state.lines.filter { Int($0.key.value) % parts == part }.map(\.value)
        }
        for line in due { line.mailbox.beat() }
    }
}

/// What waits to be written to one device's stream.
package typealias DeviceMailbox = Mailbox<DeviceEvent>

/// The way of events to one device whose stream is open.
///
/// As long as the stream has nothing to read from the store and its device keeps up, events pass the mailbox by: the event
/// loop of the connection writes them at once, and nobody is woken.
package final class DeviceEventSink: Sendable {
    /// What the stream has to do next.
    package let mailbox = DeviceMailbox()
    /// What writes to the connection; none where there is none.
    let chunks: ChunkWriter?
    private let written: Atomic<Int64>

    /// Makes a line on which nothing was written yet.
    ///
    /// - Parameters:
    ///   - position: The number of the last event that the device has seen.
    ///   - chunks: What writes to the connection; without it, events wait in the mailbox.
    package init(after position: Int64, over chunks: ChunkWriter? = nil) {
        self.chunks = chunks
        written = Atomic(position)
    }

    /// The number of the last event that was written, or is just being written.
    var position: Int64 { written.load(ordering: .acquiring) }

    /// Notes that the stream writes events up to a number.
    func advance(to sequence: Int64) { written.store(sequence, ordering: .releasing) }

    /// Takes an event in: writes it if that can be done at once, else puts it into the mailbox.
    ///
    /// To be called on the event loop of ``chunks``, if there is one.
    func take(_ event: DeviceEvent) {
        guard let chunks else { return mailbox.add(event) }
        let isWritable = chunks.isWritable
        let isMine = mailbox.pass(event) {
            guard isWritable, event.sequence > position else { return false }
            advance(to: event.sequence)
            return true
        }
        if isMine { chunks.writeAtOnce(DeviceStream.text(of: event)) }
    }
}
