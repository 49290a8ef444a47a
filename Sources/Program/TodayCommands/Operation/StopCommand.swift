import ArgumentParser
import CLinux
import Glibc
import LocalAPI

/// `today stop`: stops the host and waits until its process has exited.
struct StopCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop Today and everything that it started.",
        discussion: """
            Returns when Today has ended, which takes two seconds at most. Nothing that Today has acknowledged is lost. If a
            service manager keeps Today running, stop it there; otherwise it is started again.

            EXAMPLES
              today stop
            """
    )

    /// The time limit for the host to exit, in milliseconds.
    private static let limit: Int32 = 15_000

    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let pid = try await host.withHost(context) { try await $0.send(GetVersionRequest()).pid }
        // The process is opened before the signal is sent, so that the command waits for this process and no other.
        let process = try HostProcess(pid)
        try process.terminate()
        guard process.waitForEnd(Self.limit) else {
            throw CommandError(
                "Today has been asked to stop but still runs, as process \(pid); end it with: kill -9 \(pid)"
            )
        }
        context.console.printError("Today has stopped.")
    }
}

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
