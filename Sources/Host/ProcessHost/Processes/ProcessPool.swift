package import JSONRPC
import ServiceLifecycle
import Synchronization
import TodayProtocol

/// The processes of all apps and widgets: at most one of each.
///
/// ``run()`` must run for calls to get anywhere. On graceful shutdown every process is asked to end at once, and is
/// gone within two seconds whatever it does.
package final class ProcessPool<Session: RPCHandler>: Service {
    private struct State {
        var supervisors: [ProcessIdentity: ProcessSupervisor<Session>] = [:]
        var shares: [AppID: AppShare] = [:]
        var isClosed = false
    }

    /// What happens to the processes, for one reader; of more than 1,024 that were not read, the oldest are dropped.
    package let events: AsyncStream<ProcessEvent>
    private let eventContinuation: AsyncStream<ProcessEvent>.Continuation
    private let settings: ProcessSettings<Session>
    private let launcher: ProcessLauncher
    private let state = Mutex(State())
    private let newSupervisors: AsyncStream<ProcessSupervisor<Session>>
    private let newSupervisor: AsyncStream<ProcessSupervisor<Session>>.Continuation

    /// Makes a pool without processes.
    ///
    /// - Parameters:
    ///   - settings: What all processes have in common.
    ///   - policy: Decides how programs are started.
    ///   - temporaryFolder: The absolute path of the folder in which processes without a sandbox get their temporary
    ///     folders.
    ///   - concurrentSpawns: How many may be launching at a time.
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
            width: concurrentSpawns
        )
        (events, eventContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
        (newSupervisors, newSupervisor) = AsyncStream.makeStream()
    }

    /// Owns every process until the host stops.
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

    /// Uses the process of a program, which is started if need be and kept while `body` runs.
    ///
    /// Concurrent callers share one process and one start. A process of another version of the program, or of one
    /// with other rights, is ended first.
    ///
    /// - Parameters:
    ///   - program: Whose process.
    ///   - body: Receives the process. It may be gone at any time; then its calls fail.
    /// - Returns: What `body` returns.
    /// - Throws: ``ProcessError`` if there is no process, or what `body` throws.
    package func withProcess<Value>(
        of program: Program,
        _ body: (RunningProcess<Session>) async throws -> Value
    ) async throws -> Value {
        try await supervisor(of: program).withProcess(body)
    }

    /// Calls the process of a program.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - program: Whose process; started if need be, which has a deadline of its own.
    ///   - deadline: How long the answer may take. A process that takes longer is killed.
    /// - Returns: The answer.
    /// - Throws: ``ProcessError``.
    package func call<Request: RPCRequest>(
        _ request: Request,
        of program: Program,
        deadline: Duration
    ) async throws -> Request.Reply {
        try await withProcess(of: program) { process in try await process.call(request, deadline: deadline) }
    }

    /// Charges a process with work that the host does for it elsewhere; nothing happens if it does not run.
    ///
    /// - Parameters:
    ///   - time: The processor time that the work took.
    ///   - identity: The process.
    package func charge(_ time: Duration, to identity: ProcessIdentity) {
        state.withLock { $0.supervisors[identity] }?.charge(time)
    }

    /// Whether a line about a process whose words it may have chosen, of that length in bytes, has room at the default level
    /// of the log; it counts with what the process writes.
    package func admitToLog(_ count: Int, of identity: ProcessIdentity) -> LogAllowance.Admission {
        state.withLock { $0.supervisors[identity] }?.admitToLog(count) ?? .admitted
    }

    /// How a process is; `nil` if no call has needed it yet.
    package func status(of identity: ProcessIdentity) -> ProcessStatus? {
        state.withLock { $0.supervisors[identity] }?.status
    }

    /// Ends a process whose app is being removed or changed, waits for its end, and forgets its failures.
    package func end(_ identity: ProcessIdentity) async {
        guard let supervisor = state.withLock({ $0.supervisors.removeValue(forKey: identity) }) else { return }
        await supervisor.end(.replaced)
        supervisor.close(.replaced)
    }

    /// Asks every process to end, and starts no other.
    ///
    /// ``run()`` returns when they are gone.
    package func close() {
        let supervisors = state.withLock { state in
            state.isClosed = true
            return Array(state.supervisors.values)
        }
        for supervisor in supervisors { supervisor.close() }
        newSupervisor.finish()
    }

    private func supervisor(of program: Program) throws(ProcessError) -> ProcessSupervisor<Session> {
        let (existing, new): (ProcessSupervisor<Session>?, ProcessSupervisor<Session>?) = state.withLock { state in
            if let existing = state.supervisors[program.identity] { return (existing, nil) }
            guard !state.isClosed else { return (nil, nil) }
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
            return (nil, new)
        }
        if let existing {
            existing.replace(with: program)
            return existing
        }
        guard let new else { throw EndReason.shutdown.error(title: program.title, retryAfter: nil) }
        newSupervisor.yield(new)
        return new
    }
}

/// How an app's or widget's process is, for the screen and for people who ask why.
package struct ProcessStatus: Hashable, Sendable {
    /// Whether it is idle, starting, running, stopping or backing off.
    package var phase: SupervisorState.Phase
    /// Its process id while it runs: the sandbox's, if it runs in one.
    package var pid: Int32?
    /// How many times in a row it has failed.
    package var failures: Int
    /// Why the last one ended.
    package var lastEnd: EndReason?
    /// How long calls still fail.
    package var retryAfter: Duration?
    /// The greatest resident memory in bytes of one process of the tree that runs, or of the last one.
    package var peakMemory: Int?
}

/// Something that happened to a process, for the screen and the ledger.
package enum ProcessEvent: Hashable, Sendable {
    /// A process has answered `initialize`, that long after its launch began.
    case started(ProcessIdentity, pid: Int32, after: Duration)
    /// A process has ended, while a call used it or not.
    case ended(ProcessIdentity, EndReason, whileInUse: Bool)
    /// A process has written a line to its standard error.
    case line(ProcessIdentity, String)
}
