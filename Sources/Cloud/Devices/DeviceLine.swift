package import CloudStore
package import Serving
import Synchronization

/// What waits to be written to one device's stream.
package typealias DeviceMailbox = Mailbox<DeviceEvent>

/// The way of events to one device whose stream is open.
///
/// As long as the stream has nothing to read from the store and its device keeps up, events pass the mailbox by: the event
/// loop of the connection writes them at once, and nobody is woken.
package final class DeviceLine: Sendable {
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
