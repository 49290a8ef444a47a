import CLinux
package import Foundation
import Synchronization

/// The system's wall clock.
///
/// One thread serves all waits. It polls a real-time timer (`timerfd`), which counts suspended time too and which the
/// kernel cancels when the clock is set (`TFD_TIMER_CANCEL_ON_SET`), and watches for changes of `/etc/localtime`.
package final class SystemWallClock: WallClock {
    private let zones: Mutex<(system: TimeZone, chosen: TimeZone?)>
    private let waiters = WallClockWaiters()
    private let timer: Int32
    private let watch: Int32
    private let wake: Int32

    /// Creates a clock with a chosen time zone, or with the system's; waits end only while ``run()`` runs.
    package init(zone: TimeZone? = nil) {
        zones = Mutex((system: .current, chosen: zone))
        timer = timerfd_create(CLOCK_REALTIME, Int32(O_NONBLOCK | O_CLOEXEC))
        watch = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        // The folder is watched, since the file is usually a symbolic link that is replaced.
        if watch >= 0 { inotify_add_watch(watch, "/etc", UInt32(IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE)) }
        wake = eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC))
    }

    deinit {
        for descriptor in [timer, watch, wake] where descriptor >= 0 { close(descriptor) }
    }

    package var now: Date { Date() }

    /// The time zone that was chosen, or the system's.
    package var zone: TimeZone { zones.withLock { $0.chosen ?? $0.system } }

    package func use(_ zone: TimeZone?) {
        let isChanged = change { $0.chosen = zone }
        waiters.resume(now: now, isChanged: isChanged)
    }

    /// Changes the zones; returns `true` if another one is in force then.
    private func change(_ body: (inout (system: TimeZone, chosen: TimeZone?)) -> Void) -> Bool {
        zones.withLock { zones in
            let former = zones.chosen ?? zones.system
            body(&zones)
            return (zones.chosen ?? zones.system).identifier != former.identifier
        }
    }

    package func wait(until deadline: Date?) async throws -> WallClockEvent {
        try await waiters.wait(until: deadline) { wakeThread() }
    }
}

// MARK: - The waiting thread

extension SystemWallClock {
    /// Serves every wait until the task is cancelled; then they end with `CancellationError`.
    package func run() async {
        await waiters.run {
            self.serve()
        } wake: {
            self.wakeThread()
        }
    }

    private func wakeThread() { eventfd_write(wake, 1) }

    private func serve() {
        while !waiters.isEnded {
            arm(waiters.nextDeadline)
            var descriptors = [timer, watch, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&descriptors, nfds_t(descriptors.count), -1)
            let isClockSet = drainTimer()
            let isZoneChanged = descriptors[1].revents != 0 && rereadZone()
            var value: eventfd_t = 0
            eventfd_read(wake, &value)
            waiters.resume(now: Date(), isChanged: isClockSet || isZoneChanged)
        }
    }

    /// Sets the timer to a deadline, or without one to a far date so that it still reports when the clock is set.
    private func arm(_ deadline: Date?) {
        // A time of zero would disarm it.
        let seconds = max(deadline?.timeIntervalSince1970 ?? 4_000_000_000, 1)
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(seconds)
        setting.it_value.tv_nsec = Int((seconds - seconds.rounded(.down)) * 1e9)
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &setting, nil)
    }

    /// Reads the timer; `true` if the clock was set.
    private func drainTimer() -> Bool {
        var rings: UInt64 = 0
        return read(timer, &rings, MemoryLayout<UInt64>.size) < 0 && errno == ECANCELED
    }

    private func rereadZone() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(watch, &buffer, buffer.count) > 0 {}
        NSTimeZone.resetSystemTimeZone()
        let zone = TimeZone.current
        return change { $0.system = zone }
    }
}
