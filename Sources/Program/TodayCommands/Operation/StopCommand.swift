import ArgumentParser
import HostDaemon
import LocalAPI

struct StopCommand: HostCommand {
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

    func run(with client: HostClient, in context: CommandContext) async throws {
        let pid = try await client.send(GetVersionRequest()).pid
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
