import Glibc
import JSONRPC
import Subprocess

/// A process from its launch to its end; used only by whoever attends it, for as long as it does.
struct SpawnedProcess: Sendable {
    /// Its id on the system, and that of its session and process group.
    let pid: Int32
    /// Its folders as it sees them.
    let paths: ProcessPaths
    /// Its standard input and output.
    let transport: PipeTransport
    /// Its standard error, to be read once and to the end, which comes with the process's own at the latest.
    let errorOutput: SubprocessOutputSequence
    private let tearDown: @Sendable ([TeardownStep]) async -> Void

    init(
        pid: Int32,
        paths: ProcessPaths,
        transport: PipeTransport,
        errorOutput: SubprocessOutputSequence,
        tearDown: @escaping @Sendable ([TeardownStep]) async -> Void
    ) {
        self.pid = pid
        self.paths = paths
        self.transport = transport
        self.errorOutput = errorOutput
        self.tearDown = tearDown
    }

    /// Sends `SIGTERM` to the process group and waits for the process's end; kills it after the grace.
    func terminate(grace: Duration) async {
        await tearDown([.send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: grace)])
    }

    /// Kills whatever is left of the process group.
    ///
    /// In a sandbox the rest of the tree dies with bubblewrap.
    ///
    /// The process is not collected while it is attended, so its id is nobody else's.
    func kill() { _ = Glibc.kill(-pid, SIGKILL) }
}
