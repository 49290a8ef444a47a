import CLinux
import Glibc
package import HostModel
import TodayProtocol

/// The process of a running host or cloud, for a command that stops it.
package struct HostProcess: ~Copyable {
    private let pid: Int32
    private let descriptor: Int32

    /// Opens a process; the handle keeps referring to it even if its id is reused.
    package init(_ pid: Int32) throws(HostError) {
        descriptor = clinux_process_open(pid)
        self.pid = pid
        guard descriptor >= 0 else { throw Self.failure(pid) }
    }

    deinit { close(descriptor) }

    package func terminate(with signal: Int32 = SIGTERM) throws(HostError) {
        guard clinux_process_signal(descriptor, signal) == 0 else { throw Self.failure(pid) }
    }

    /// Waits until the process has exited, for a number of milliseconds at most, -1 for no limit; `true` if it has.
    package func waitForEnd(_ limit: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, limit) > 0
    }

    private static func failure(_ pid: Int32) -> HostError {
        let reason = String(cString: strerror(errno))
        return HostError(
            .stateUnavailable,
            "Today runs as process \(pid), which cannot be stopped from here: \(reason)."
        )
    }
}
