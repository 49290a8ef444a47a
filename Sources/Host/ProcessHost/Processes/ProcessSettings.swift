import AsyncPrimitives
package import JSONRPC
package import Logging
package import TodayProtocol

/// What all processes of a pool share.
package struct ProcessSettings<Session: RPCHandler>: Sendable {
    /// What a process may use.
    package var budget = ProcessBudget()
    /// How long things may take.
    package var timings = ProcessTimings()
    /// What the folder of each group may take; asked whenever it is measured.
    package var groupLimit: @Sendable () -> GroupLimit = { GroupLimit() }
    /// Measures idle time, back-off, and when usage is read.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Measures the deadlines of calls, `initialize` and `shutdown` among them.
    package var deadlineClock: any Clock<Duration> = ContinuousClock()
    /// The log; standard error goes there, and what comes on standard output and is no message: at level notice, or at level
    /// info if it is much.
    package var logger: Logger
    /// Makes the first request to a process.
    package var initialize: @Sendable (Program, ProcessPaths) async -> InitializeRequest
    /// Makes what answers the process's own requests; called before the first request to the process.
    ///
    /// The closure that it gets decides whether a line that the process logs by the protocol, of that length in bytes, has
    /// room at the default level of the log: by the same ``LogAllowance`` as for what the program writes to standard error.
    package var makeSession:
        @Sendable (Program, RPCConnection, @escaping @Sendable (Int) -> LogAllowance.Admission) -> Session

    /// Counts the locks of all of them.
    let locks = LockCounts()

    /// Makes settings with the standard budget, timings and clock.
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

/// The deadlines and delays of a process's life.
package struct ProcessTimings: Hashable, Sendable {
    /// From the launch to the answer to `initialize`.
    package var start = Duration.seconds(5)
    /// How long a process is kept after its last use.
    package var idle = Duration.seconds(60)
    /// How long the answer to `shutdown` may take.
    package var shutdown = Duration.milliseconds(700)
    /// How long a process may take to end after its input has, and after `SIGTERM`.
    package var grace = Duration.milliseconds(300)
    /// The wait after the first crash; it doubles with each further one.
    package var firstBackoff = Duration.seconds(1)
    /// The wait instead if the process was ended because it exceeded a limit, so that what it takes of the machine until then
    /// is a small part of the time.
    package var excessBackoff = Duration.seconds(5)
    /// The longest wait after a crash.
    package var longestBackoff = Duration.seconds(60)
    /// How long after such a wait no crash must happen for the count to begin anew.
    package var quiet = Duration.seconds(60)

    /// Makes the timings that apply outside tests.
    package init() {}
}

/// What a process may use; the host watches it while it runs, and kills it with a reason if it uses more.
package struct ProcessBudget: Hashable, Sendable {
    /// The CPU time of the whole process tree for one request, and the excess allowed between requests.
    package var cpuPerRequest = Duration.seconds(2)
    /// The share of one CPU that the tree may always use between requests, to follow notifications from the host.
    package var shareBetweenRequests = 0.25
    /// The memory of an app's tree in bytes, with what its temporary folders hold; and of the app and its widgets together.
    package var appMemory = 256 << 20
    /// The memory of a widget's tree in bytes, with what its temporary folders hold.
    package var widgetMemory = 64 << 20
    /// How many files the temporary folders may hold.
    package var temporaryFiles = 10_000
    /// How many sockets and instances of epoll the tree may have, and descriptors that those watch, together.
    package var watches = 1024
    /// How many locks of parts of files the tree may have.
    package var locks = 1000
    /// How long descriptors of the tree may not be seen, such as those on their way from one process to another.
    package var hiddenTime = Duration.seconds(1)
    /// The CPU time that processes of the tree may be seen to use without being awaited by their parent, so that it is
    /// counted for nobody.
    package var unawaitedTime = Duration.milliseconds(50)
    /// How many processes the tree may have, those of the sandbox included.
    package var processes = 64
    /// How many processes an app and its widgets may have together, those of the sandboxes included.
    package var appProcesses = 256
    /// How many requests of an app and its widgets together may wait for the host's answers.
    package var appRequests = 2048
    /// The processor time of the host that a process may take at once: for reading what it sends, for its changes, for
    /// fetching, and for drawing its cards.
    package var hostWork = Duration.milliseconds(250)
    /// The share of one processor of the host that a process may always take; beyond that the host reads nothing from it.
    package var hostShare = 0.1
    /// How many times as much of the host's time an app and its widgets may take together, however often they are started
    /// again.
    package var appHostFactor = 2.5
    /// How often usage is read while a request runs.
    package var interval = Duration.milliseconds(100)
    /// How often usage is read between requests while it grows, and after each request until it does not.
    ///
    /// As often is looked whether a process that is still has begun to run.
    package var growthInterval = Duration.milliseconds(250)
    /// How often the usage of a process that is still is read between requests.
    package var idleInterval = Duration.seconds(5)

    /// Makes the budget that applies outside tests.
    package init() {}

    func memory(of identity: ProcessIdentity) -> Int { identity.widget == nil ? appMemory : widgetMemory }

    /// What the host may spend on one process.
    var hostBudget: TokenBucket { TokenBucket(burst: hostWork, rate: hostShare) }

    /// What the host may spend on all processes of an app.
    var appHostBudget: TokenBucket { TokenBucket(burst: hostWork * appHostFactor, rate: hostShare * appHostFactor) }
}
