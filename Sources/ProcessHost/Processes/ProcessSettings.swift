package import JSONRPC
package import Logging
package import TodayProtocol

/// What all processes of a pool have in common.
package struct ProcessSettings<Session: RPCHandler>: Sendable {
    /// What a process may use.
    package var budget = ProcessBudget()
    /// How long things may take.
    package var timings = ProcessTimings()
    /// Measures idleness, backoff and the looks at usage.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Measures the deadlines of calls, `initialize` and `shutdown` among them.
    package var deadlineClock: any Clock<Duration> = ContinuousClock()
    /// The log; standard error goes there, at level info.
    package var logger: Logger
    /// Makes the first request to a process.
    package var initialize: @Sendable (Program, ProcessPaths) async -> InitializeRequest
    /// Makes what answers a process's own requests; before the process is asked anything.
    package var makeSession: @Sendable (Program, RPCConnection) -> Session

    /// Takes what has no default.
    package init(
        logger: Logger,
        initialize: @escaping @Sendable (Program, ProcessPaths) async -> InitializeRequest,
        makeSession: @escaping @Sendable (Program, RPCConnection) -> Session
    ) {
        self.logger = logger
        self.initialize = initialize
        self.makeSession = makeSession
    }
}
