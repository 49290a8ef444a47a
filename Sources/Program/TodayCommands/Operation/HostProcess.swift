import CLinux
import Glibc

/// The process of a running host, for a command that stops it.
struct HostProcess: ~Copyable {
    private let pid: Int32
    private let descriptor: Int32

    /// Opens a process; the handle keeps referring to it even if its id is reused.
    ///
    /// - Throws: ``CommandError`` if the process does not exist, or belongs to another user.
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

    /// Waits until the process has exited.
    ///
    /// - Parameter limit: The longest time to wait, in milliseconds.
    /// - Returns: `true` if it has exited.
    func waitForEnd(_ limit: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, limit) > 0
    }

    private static func failure(_ pid: Int32) -> CommandError {
        let reason = String(cString: strerror(errno))
        return CommandError("Today runs as process \(pid), which cannot be stopped from here: \(reason).")
    }
}
