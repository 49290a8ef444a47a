import AsyncPrimitives
package import JSONRPC
import ServiceLifecycle
import Synchronization
import TodayProtocol

/// The processes of all apps and widgets, at most one of each, for calls while ``run()`` runs; on graceful shutdown,
/// every process is asked to end at once and is gone within two seconds.
package final class ProcessPool<Session: RPCHandler>: Service {
    private struct State {
        var supervisors: [ProcessIdentity: ProcessSupervisor<Session>] = [:]
        var shares: [AppID: AppShare] = [:]
        var isClosed = false
    }

    /// The events of all processes, for one reader; beyond 1,024 unread events, the oldest are dropped.
    package let events: AsyncStream<ProcessEvent>
    private let eventContinuation: AsyncStream<ProcessEvent>.Continuation
    private let settings: ProcessSettings<Session>
    private let launcher: ProcessLauncher
    private let state = Mutex(State())
    private let newSupervisors: AsyncStream<ProcessSupervisor<Session>>
    private let newSupervisor: AsyncStream<ProcessSupervisor<Session>>.Continuation

    /// Creates a pool whose processes without a sandbox get temporary folders in the given folder.
    package init(
        _ settings: ProcessSettings<Session>,
        policy: SandboxPolicy,
        temporaryFolder: String,
        concurrentSpawns: Int = 4
    ) {
        self.settings = settings
        launcher = ProcessLauncher(
            policy: policy,
            temporaryFolder: temporaryFolder,
            groupLimit: settings.groupLimit,
            budget: settings.budget,
            logger: settings.logger,
            spawns: AsyncSemaphore(permits: concurrentSpawns)
        )
        (events, eventContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
        (newSupervisors, newSupervisor) = AsyncStream.makeStream()
    }

    package func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await supervisor in newSupervisors { group.addTask { await supervisor.run() } }
            }
        } onGracefulShutdown: {
            self.close()
        }
        close()
        launcher.close()
        eventContinuation.finish()
    }

    /// Passes the process of a program to `body`; the process is started if necessary, and kept while `body` runs.
    ///
    /// Concurrent callers share one process and one start. A process of another version of the program, or of one with
    /// other rights, is ended first. The process may end at any time; then its calls fail.
    ///
    /// - Throws: ``ProcessError`` if there is no process, or what `body` throws.
    package func withProcess<Value>(
        of program: Program,
        _ body: (RunningProcess<Session>) async throws -> Value
    ) async throws -> Value {
        try await supervisor(of: program).withProcess(body)
    }

    /// Charges a process with CPU time of work that the host does for it elsewhere; has no effect if it does not run.
    package func charge(_ time: Duration, to identity: ProcessIdentity) {
        existing(identity)?.charge(time)
    }

    /// Decides if a line of that many bytes about a process, which may have chosen its words, has room at the default
    /// level of the log; it counts together with the output of the process.
    package func admitToLog(_ count: Int, of identity: ProcessIdentity) -> LogAllowance.Admission {
        existing(identity)?.admitToLog(count) ?? .admitted
    }

    /// Returns the status of a process; `nil` if no call has needed it yet.
    package func status(of identity: ProcessIdentity) -> ProcessStatus? { existing(identity)?.status }

    private func existing(_ identity: ProcessIdentity) -> ProcessSupervisor<Session>? {
        state.withLock { $0.supervisors[identity] }
    }

    /// Ends a process whose app is being removed or changed, waits for its end, and forgets its failures.
    package func end(_ identity: ProcessIdentity) async {
        guard let supervisor = state.withLock({ $0.supervisors.removeValue(forKey: identity) }) else { return }
        await supervisor.end(.replaced)
    }

    /// Requests the end of every process, and starts no more; ``run()`` returns when they are gone.
    package func close() {
        let supervisors = state.withLock { state in
            state.isClosed = true
            return Array(state.supervisors.values)
        }
        for supervisor in supervisors { supervisor.close() }
        newSupervisor.finish()
    }

    private func supervisor(of program: Program) throws(ProcessError) -> ProcessSupervisor<Session> {
        let (supervisor, isNew): (ProcessSupervisor<Session>?, Bool) = state.withLock { state in
            if let existing = state.supervisors[program.identity] { return (existing, false) }
            guard !state.isClosed else { return (nil, false) }
            let share = state.shares[program.identity.app] ?? AppShare(settings.budget)
            state.shares[program.identity.app] = share
            let new = ProcessSupervisor(
                program,
                share: share,
                settings: settings,
                launcher: launcher,
                events: eventContinuation
            )
            state.supervisors[program.identity] = new
            return (new, true)
        }
        guard let supervisor else { throw EndReason.shutdown.error(title: program.title, retryAfter: nil) }
        if isNew { newSupervisor.yield(supervisor) } else { supervisor.replace(with: program) }
        return supervisor
    }
}

/// The status of an app's or widget's process, for the screen and for diagnosis.
package struct ProcessStatus: Hashable, Sendable {
    package var phase: SupervisorState.Phase
    /// Its process id while it runs: the sandbox's, if it runs in one.
    package var pid: Int32?
    package var failures: Int
    package var lastEnd: EndReason?
    /// Time for which calls still fail; `nil` if they do not.
    package var retryAfter: Duration?
    /// Peak resident memory of one process of the tree that runs, or of the last one, in bytes.
    package var peakMemory: Int?
}

/// An event of a process, for the screen and the ledger.
package enum ProcessEvent: Hashable, Sendable {
    /// A process has answered `initialize`, after the given time since its launch.
    case started(ProcessIdentity, pid: Int32, after: Duration)
    /// A process has ended; `whileInUse` is `true` if a call was using it.
    case ended(ProcessIdentity, EndReason, whileInUse: Bool)
    /// A process has written a line to its standard error.
    case line(ProcessIdentity, String)
}
