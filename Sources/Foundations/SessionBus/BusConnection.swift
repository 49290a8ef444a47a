import CLinux
import Foundation
import Synchronization

/// A connection to a bus, which runs once; one thread runs libdbus, and sleeps while there are no events; calls may be
/// sent from any thread, even before it runs.
package final class BusConnection: Sendable {
    /// The longest time to wait at the end for replies to earlier calls.
    static let drainTimeout = Duration.milliseconds(200)

    private struct State {
        var calls: [(call: BusCall, token: BusToken)] = []
        var isEnding = false
    }

    private let address: String
    private let state = Mutex(State())
    private let wake: Int32

    package init(address: String) {
        self.address = address
        wake = eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC))
    }

    deinit { if wake >= 0 { close(wake) } }

    /// Sends a call; its reply arrives with the token, if the connection lasts that long.
    package func send(_ call: BusCall, as token: BusToken) {
        state.withLock { $0.calls.append((call, token)) }
        eventfd_write(wake, 1)
    }

    /// Ends the connection once all earlier calls are answered, or after ``drainTimeout``.
    package func end() {
        state.withLock { $0.isEnding = true }
        eventfd_write(wake, 1)
    }

    /// Connects, and serves the connection until it is ended or the bus goes away; returns the error that ended it.
    ///
    /// It ignores cancellation; call ``end()`` instead. `receive` is called for each event of the bus, in order, on the
    /// connection's thread; it must be quick.
    package func run(_ receive: @escaping @Sendable (BusEvent) -> Void) async -> Result<Void, BusError> {
        await Thread.run { () throws(BusError) in try self.serve(receive) }
    }

    private func serve(_ receive: @Sendable (BusEvent) -> Void) throws(BusError) {
        guard wake >= 0 else { throw BusError(message: "There is no descriptor left.") }
        let loop = try BusLoop(address: address)
        var deadline: ContinuousClock.Instant?
        while true {
            let (calls, isEnding) = state.withLock { state in
                defer { state.calls = [] }
                return (state.calls, state.isEnding)
            }
            for (call, token) in calls { try loop.send(call, as: token) }
            if isEnding {
                let end = deadline ?? .now + Self.drainTimeout
                deadline = end
                guard loop.isBusy, .now < end else { return }
            }
            try loop.runOnce(wake: wake, limit: deadline.map { ContinuousClock.now.duration(to: $0) }, receive)
            var value: eventfd_t = 0
            eventfd_read(wake, &value)
        }
    }
}

extension Thread {
    /// Runs a function on a thread of its own, since libdbus blocks.
    static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: Result(catching: body)) }
            thread.stackSize = 256 << 10
            thread.name = "today-bus"
            thread.start()
        }
    }
}

package struct BusError: Error, Hashable, Sendable {
    package var message: String
}
