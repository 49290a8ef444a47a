import Glibc
import HostModel
import JSONRPC
import Subprocess
import TodayProtocol

/// A launched process; used only by its ``ProcessMonitor``, while that runs.
struct SpawnedProcess: Sendable {
    /// Its process id, which is also that of its session and process group.
    let pid: Int32
    /// Its folders, as paths inside its sandbox.
    let paths: ProcessPaths
    /// The in-memory file systems of its sandbox; empty without a sandbox.
    let memoryFolders: [MemoryFolder]
    /// The usage of its groups' folders just before the launch.
    let groupUsage: [TodayProtocol::GroupID: FolderUsage]
    let transport: PipeTransport
    /// The meter that is charged for the host's work for it.
    let meter: ReadingMeter
    /// Its standard error, to be read once and to its end, which comes at the latest when the process ends.
    let errorOutput: SubprocessOutputSequence
    let tearDown: @Sendable ([TeardownStep]) async -> Void

    /// Sends `SIGTERM` to the process group and waits for the process's end; kills it after `grace`.
    func terminate(grace: Duration) async {
        await tearDown([.send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: grace)])
    }

    /// Kills whatever is left of the process group.
    ///
    /// In a sandbox the rest of the tree dies with bubblewrap. The process is not reaped while its monitor runs, so the
    /// system has not given its id to another one.
    func kill() { _ = Glibc.kill(-pid, SIGKILL) }
}

struct ProcessPipes {
    /// The descriptor from which the process reads.
    let childInput: Int32
    /// The descriptor to which the process writes.
    let childOutput: Int32
    /// The descriptor from which the host reads the process's output.
    let ourInput: Int32
    /// The descriptor to which the host writes the process's input.
    let ourOutput: Int32

    /// Opens the pipes, which other children do not inherit, if `reserve` descriptors are free, including those of the
    /// pipes.
    init(reserve: Int) throws(EndReason) {
        guard Self.freeDescriptors >= reserve else { throw .launchFailed(.tooManyOpenFilesPhrase) }
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
            let reason = String(cString: strerror(errno))
            for descriptor in toChild where descriptor >= 0 { close(descriptor) }
            throw .launchFailed(.noPipePhrase(reason))
        }
        for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        (childInput, ourOutput) = (toChild[0], toChild[1])
        (ourInput, childOutput) = (fromChild[0], fromChild[1])
    }

    private static var freeDescriptors: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        let used = (try? FileTree.names(in: "/proc/self/fd").count) ?? 0
        return Int(clamping: limit.rlim_cur) - used
    }
}
