import CLinux
package import Foundation
import Synchronization

/// The system's clock on the wall.
///
/// One thread waits for all: on a realtime timer that the kernel ends when the clock is set (`timerfd` with
/// `TFD_TIMER_CANCEL_ON_SET`, which also counts the time of a suspend), and on changes of `/etc/localtime`.
package final class SystemWallClock: WallClock {
    private struct Waiter {
        var deadline: Date?
        var continuation: CheckedContinuation<WallClockEvent, any Error>
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var lastID = 0
        var zone: TimeZone
        var isEnded = false
    }

    private let state: Mutex<State>
    private let timer: Int32
    private let watch: Int32
    private let wake: Int32
    private let isZoneFixed: Bool

    /// Makes a clock; it works while ``run()`` does.
    ///
    /// - Parameter zone: A time zone that takes the place of the system's.
    package init(zone: TimeZone? = nil) {
        isZoneFixed = zone != nil
        state = Mutex(State(zone: zone ?? .current))
        timer = timerfd_create(CLOCK_REALTIME, Int32(O_NONBLOCK | O_CLOEXEC))
        watch = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        // The folder, since the file is most often a link that is put anew.
        if watch >= 0 { inotify_add_watch(watch, "/etc", UInt32(IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE)) }
        wake = eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC))
    }

    deinit {
        for descriptor in [timer, watch, wake] where descriptor >= 0 { close(descriptor) }
    }

    /// The time now.
    package var now: Date { Date() }

    /// The system's time zone, or the one that takes its place.
    package var zone: TimeZone { state.withLock { $0.zone } }

    /// Waits for a time, or for a change of the clock or the zone.
    package func wait(until deadline: Date?) async throws -> WallClockEvent {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !state.isEnded, !Task.isCancelled else { return true }
                    state.waiters[id] = Waiter(deadline: deadline, continuation: continuation)
                    return false
                }
                if isOver { return continuation.resume(throwing: CancellationError()) }
                wakeThread()
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }
}

// MARK: - The waiting thread

extension SystemWallClock {
    /// Serves every wait until the task is cancelled; then they end with `CancellationError`.
    package func run() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = Thread {
                    self.serve()
                    continuation.resume()
                }
                thread.stackSize = 256 << 10
                thread.name = "today-clock"
                thread.start()
            }
        } onCancel: {
            state.withLock { $0.isEnded = true }
            wakeThread()
        }
        let left = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in left { waiter.continuation.resume(throwing: CancellationError()) }
    }

    private func wakeThread() { eventfd_write(wake, 1) }

    private func serve() {
        while let deadline = state.withLock({ $0.isEnded ? nil : .some($0.waiters.values.compactMap(\.deadline).min()) }
        ) {
            arm(deadline)
            var descriptors = [timer, watch, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&descriptors, nfds_t(descriptors.count), -1)
            let isClockSet = drainTimer()
            let isZoneChanged = descriptors[1].revents != 0 && rereadZone()
            var value: eventfd_t = 0
            eventfd_read(wake, &value)
            finish(isChanged: isClockSet || isZoneChanged)
        }
    }

    /// Sets the timer; one that never rings still tells when the clock is set.
    private func arm(_ deadline: Date?) {
        // A time of zero would disarm it.
        let seconds = max(deadline?.timeIntervalSince1970 ?? 4_000_000_000, 1)
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(seconds)
        setting.it_value.tv_nsec = Int((seconds - seconds.rounded(.down)) * 1e9)
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &setting, nil)
    }

    /// Reads the timer.
    ///
    /// - Returns: Whether the clock was set.
    private func drainTimer() -> Bool {
        var rings: UInt64 = 0
        return read(timer, &rings, MemoryLayout<UInt64>.size) < 0 && errno == ECANCELED
    }

    private func rereadZone() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(watch, &buffer, buffer.count) > 0 {}
        guard !isZoneFixed else { return false }
        NSTimeZone.resetSystemTimeZone()
        let zone = TimeZone.current
        return state.withLock { state in
            defer { state.zone = zone }
            return state.zone.identifier != zone.identifier
        }
    }

    private func finish(isChanged: Bool) {
        let now = Date()
        let done = state.withLock { state in
            let done = state.waiters.filter { isChanged || $0.value.deadline.map { $0 <= now } ?? false }
            for id in done.keys { state.waiters[id] = nil }
            return done.values
        }
        for waiter in done {
            let isReached = waiter.deadline.map { $0 <= now } ?? false
            waiter.continuation.resume(returning: isReached ? .reached : .changed)
        }
    }
}
