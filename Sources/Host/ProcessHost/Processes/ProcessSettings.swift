import AsyncPrimitives
package import JSONRPC
package import Logging
package import TodayProtocol

package struct ProcessSettings<Session: RPCHandler>: Sendable {
    package var budget = ProcessBudget()
    package var timings = ProcessTimings()
    /// Returns the limit on the folder of each group; called at each measurement.
    package var groupLimit: @Sendable () -> GroupLimit = { GroupLimit() }
    /// Measures idle time, back-off and sampling intervals.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Measures the timeouts of calls, including `initialize` and `shutdown`.
    package var deadlineClock: any Clock<Duration> = ContinuousClock()
    /// Receives lines on standard error, and lines on standard output that are not messages: at level notice, or at
    /// level info if they are too many.
    package var logger: Logger
    /// Returns the first request to a process.
    package var initialize: @Sendable (Program, ProcessPaths) async -> InitializeRequest
    /// Creates the handler of the process's own requests, before the first request to the process; its last argument
    /// decides with the program's ``LogAllowance`` if a line of that many bytes is logged at the default level.
    package var makeSession:
        @Sendable (Program, RPCConnection, @escaping @Sendable (Int) -> LogAllowance.Admission) -> Session

    package init(
        logger: Logger,
        initialize: @escaping @Sendable (Program, ProcessPaths) async -> InitializeRequest,
        makeSession:
            @escaping @Sendable (Program, RPCConnection, @escaping @Sendable (Int) -> LogAllowance.Admission) -> Session
    ) {
        self.logger = logger
        self.initialize = initialize
        self.makeSession = makeSession
    }
}

/// The timeouts and delays of a process.
package struct ProcessTimings: Hashable, Sendable {
    /// Timeout for the answer to `initialize`.
    package var start = Duration.seconds(5)
    /// Idle timeout: time for which a process is kept after its last use.
    package var idle = Duration.seconds(60)
    /// Timeout for the answer to `shutdown`.
    package var shutdown = Duration.milliseconds(700)
    /// Grace period for the end of a process after its input has ended, and again after `SIGTERM`.
    package var grace = Duration.milliseconds(300)
    /// Delay of the next start after the first crash; it doubles with each further one.
    package var firstBackoff = Duration.seconds(1)
    /// Delay of the next start after the first end because of an exceeded limit, so that the process takes only a small
    /// part of the machine's time.
    package var excessBackoff = Duration.seconds(5)
    /// Maximum delay after a crash.
    package var longestBackoff = Duration.seconds(60)
    /// Time without a crash after such a delay that resets the number of failures.
    package var quiet = Duration.seconds(60)

    package init() {}
}

/// The resource budget of a process; the host monitors the process while it runs, and kills it if it exceeds a limit.
package struct ProcessBudget: Hashable, Sendable {
    /// CPU time of the whole process tree for one request, and the excess allowed between requests.
    package var cpuPerRequest = Duration.seconds(2)
    /// Share of one CPU that the tree may always use between requests, such as for notifications from the host.
    package var shareBetweenRequests = 0.25
    /// Memory of an app's tree, including its temporary folders, and of the app and its widgets together, in bytes.
    package var appMemory = 256 << 20
    /// Memory of a widget's tree, including its temporary folders, in bytes.
    package var widgetMemory = 64 << 20
    /// Maximum number of files in the temporary folders.
    package var temporaryFiles = 10_000
    /// Maximum number of sockets, epoll instances and descriptors watched by these, of the whole tree.
    package var watches = 1024
    /// Maximum number of byte-range file locks of the tree.
    package var locks = 1000
    /// Time for which descriptors of the tree may be hidden, such as those in transit between two processes.
    package var hiddenTime = Duration.seconds(1)
    /// Maximum known CPU time of processes of the tree whose parent did not wait for them, which the system charges to
    /// no process.
    package var unawaitedTime = Duration.milliseconds(50)
    /// Maximum number of processes of the tree, including those of the sandbox.
    package var processes = 64
    /// Maximum number of processes of an app and its widgets together, including those of the sandboxes.
    package var appProcesses = 256
    /// Maximum number of requests of an app and its widgets together that wait for the host's answers.
    package var appRequests = 2048
    /// CPU time of the host that a process may use in a burst: for reading its messages, for its changes, for fetching
    /// and for drawing its cards.
    package var hostWork = Duration.milliseconds(250)
    /// Share of one CPU that the host may always spend on a process; beyond it, the host reads nothing from the
    /// process.
    package var hostShare = 0.1
    /// Multiple of ``hostWork`` and ``hostShare`` that an app and its widgets may use together, across restarts.
    package var appHostFactor = 2.5
    /// Sampling interval while a request runs.
    package var interval = Duration.milliseconds(100)
    /// Sampling interval between requests while usage grows, and of the check for activity of a quiet process.
    package var growthInterval = Duration.milliseconds(250)
    /// Sampling interval of a quiet process between requests.
    package var idleInterval = Duration.seconds(5)

    package init() {}

    func memory(of identity: ProcessIdentity) -> Int { identity.widget == nil ? appMemory : widgetMemory }

    var hostBudget: TokenBucket { TokenBucket(burst: hostWork, rate: hostShare) }

    var appHostBudget: TokenBucket { TokenBucket(burst: hostWork * appHostFactor, rate: hostShare * appHostFactor) }
}
