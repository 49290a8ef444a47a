package import JSONRPC
import ServiceLifecycle
import Synchronization

/// All processes, by whose they are.
///
/// ``run()`` must run for calls to get anywhere. On graceful shutdown every process is asked to end at once, and is
/// gone within two seconds whatever it does.
package final class ProcessPool<Session: RPCHandler>: Service {
    private struct Guarded {
        var supervisors: [ProcessIdentity: ProcessSupervisor<Session>] = [:]
        var isClosed = false
    }

    /// What happens to the processes, for one reader; if it does not read, the oldest of 1,024 are lost.
    package let events: AsyncStream<ProcessEvent>
    private let eventContinuation: AsyncStream<ProcessEvent>.Continuation
    private let settings: ProcessSettings<Session>
    private let launcher: ProcessLauncher
    private let guarded = Mutex(Guarded())
    private let arrivals: AsyncStream<ProcessSupervisor<Session>>
    private let arrival: AsyncStream<ProcessSupervisor<Session>>.Continuation

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
        launcher = ProcessLauncher(policy: policy, temporaryFolder: temporaryFolder, width: concurrentSpawns)
        (events, eventContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    /// Owns every process until the host stops.
    package func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await supervisor in arrivals { group.addTask { await supervisor.run() } }
            }
        } onGracefulShutdown: {
            self.close()
        }
        close()
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

    /// Asks the process of a program one thing.
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

    /// How a process is; `nil` if nobody has wanted it yet.
    package func status(of identity: ProcessIdentity) -> ProcessStatus? {
        guarded.withLock { $0.supervisors[identity] }?.status
    }

    /// Ends a process whose app is being removed or changed, waits for its end, and forgets how it fared.
    package func end(_ identity: ProcessIdentity) async {
        guard let supervisor = guarded.withLock({ $0.supervisors.removeValue(forKey: identity) }) else { return }
        await supervisor.end(.replaced)
        supervisor.close()
    }

    /// Asks every process to end, and starts none from now on.
    ///
    /// ``run()`` returns when they are gone.
    package func close() {
        let supervisors = guarded.withLock { guarded in
            guarded.isClosed = true
            return Array(guarded.supervisors.values)
        }
        for supervisor in supervisors { supervisor.close() }
        arrival.finish()
    }

    private func supervisor(of program: Program) throws(ProcessError) -> ProcessSupervisor<Session> {
        let (existing, new): (ProcessSupervisor<Session>?, ProcessSupervisor<Session>?) = guarded.withLock { guarded in
            if let existing = guarded.supervisors[program.identity] { return (existing, nil) }
            guard !guarded.isClosed else { return (nil, nil) }
            let new = ProcessSupervisor(program, settings: settings, launcher: launcher, events: eventContinuation)
            guarded.supervisors[program.identity] = new
            return (nil, new)
        }
        if let existing {
            existing.replace(with: program)
            return existing
        }
        guard let new else { throw EndReason.shutdown.error(title: program.title, retryAfter: nil) }
        arrival.yield(new)
        return new
    }
}

/// How an app's or widget's process is, for the screen and for people who ask why.
package struct ProcessStatus: Hashable, Sendable {
    /// Where it is in its life.
    package var phase: SupervisorState.Phase
    /// Its id on the system, while it runs: the sandbox's, where there is one.
    package var pid: Int32?
    /// How many times in a row it has failed.
    package var failures: Int
    /// Why the last one ended.
    package var lastEnd: EndReason?
    /// How long calls still fail.
    package var retryAfter: Duration?
    /// The most resident memory that one process has had, in bytes: of the one that runs, or else of the last.
    package var peakMemory: Int?
}

/// Something that happened to a process, for the screen and the ledger.
package enum ProcessEvent: Hashable, Sendable {
    /// A process has answered `initialize`, so long after its launch began.
    case started(ProcessIdentity, pid: Int32, after: Duration)
    /// A process has ended.
    case ended(ProcessIdentity, EndReason)
    /// A process has written a line to its standard error.
    case line(ProcessIdentity, String)
}
