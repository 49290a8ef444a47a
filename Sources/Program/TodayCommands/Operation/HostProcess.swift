import CLinux
import Glibc

/// The process of a running host, as a command asks it to end.
struct HostProcess: ~Copyable {
    private let pid: Int32
    private let descriptor: Int32

    /// Opens a process: from now on it is this one, also if its id is given to another one.
    ///
    /// - Throws: ``CommandError`` if there is no such process, or it belongs to somebody else.
    init(_ pid: Int32) throws(CommandError) {
        descriptor = clinux_process_open(pid)
        self.pid = pid
        guard descriptor >= 0 else { throw Self.failure(pid) }
    }

    deinit { close(descriptor) }

    /// Asks the process to end.
    func terminate() throws(CommandError) {
        guard clinux_process_signal(descriptor, SIGTERM) == 0 else { throw Self.failure(pid) }
    }

    /// Waits until the process has ended.
    ///
    /// - Parameter limit: How long to wait, in milliseconds.
    /// - Returns: Whether it has ended.
    func waitForEnd(_ limit: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, limit) > 0
    }

    private static func failure(_ pid: Int32) -> CommandError {
        let reason = String(cString: strerror(errno))
        return CommandError("Today runs as process \(pid), which cannot be stopped from here: \(reason).")
    }
}
