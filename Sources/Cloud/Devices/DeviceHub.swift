package import CloudStore
import Synchronization
import Waiting

/// What waits to be written to one device's stream.
package typealias DeviceMailbox = Mailbox<DeviceEvent>

/// The streams that are open, by device.
package final class DeviceHub: Sendable {
    private struct State {
        var mailboxes: [DeviceNumber: DeviceMailbox] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Is given when the first stream opens.
    let opened = Signal()

    /// Makes a hub without streams.
    package init() {}

    /// How many streams are open.
    package var count: Int { state.withLock(\.mailboxes.count) }

    /// The devices whose streams are open.
    var devices: [DeviceNumber] { state.withLock { Array($0.mailboxes.keys) } }

    /// Opens a stream of a device; the one that was open ends.
    package func open(_ device: DeviceNumber) -> DeviceMailbox {
        let mailbox = DeviceMailbox()
        let (former, isClosed) = state.withLock { state in
            (state.isClosed ? nil : state.mailboxes.updateValue(mailbox, forKey: device), state.isClosed)
        }
        if isClosed { mailbox.end() }
        former?.end()
        opened.raise()
        return mailbox
    }

    /// Forgets a stream that has ended.
    package func close(_ device: DeviceNumber, _ mailbox: DeviceMailbox) {
        state.withLock { state in
            if state.mailboxes[device] === mailbox { state.mailboxes[device] = nil }
        }
    }

    /// Hands events to the streams that are open.
    package func publish(_ events: [DeviceEvent]) {
        let pairs = state.withLock { state in
            events.compactMap { event in state.mailboxes[event.device].map { ($0, event) } }
        }
        for (mailbox, event) in pairs { mailbox.add(event) }
    }

    /// Ends the streams of devices.
    package func end(_ devices: some Sequence<DeviceNumber>) {
        let ended = state.withLock { state in devices.compactMap { state.mailboxes.removeValue(forKey: $0) } }
        for mailbox in ended { mailbox.end() }
    }

    /// Ends every stream, and those that open later at once.
    func endAll() {
        let ended = state.withLock { state in
            state.isClosed = true
            defer { state.mailboxes = [:] }
            return Array(state.mailboxes.values)
        }
        for mailbox in ended { mailbox.end() }
    }

    /// Asks every stream to read the store.
    func catchUpAll() {
        for mailbox in state.withLock({ Array($0.mailboxes.values) }) { mailbox.catchUp() }
    }

    /// Asks every so many-th stream for a heartbeat.
    func beat(part: Int, of parts: Int) {
        let due = state.withLock { state in
            state.mailboxes.filter { Int($0.key.value) % parts == part }.map(\.value)
        }
        for mailbox in due { mailbox.beat() }
    }
}
