import AsyncPrimitives
import HostModel
import JSONRPC
import Logging
import Synchronization

/// Owns the process of one app or widget, as ``SupervisorState`` decides, and remembers its failures; calls get a
/// process only while ``run()`` runs.
final class ProcessSupervisor<Session: RPCHandler>: Sendable {
    private typealias Waiter = CancellableFuture<Result<RunningProcess<Session>, ProcessError>>

    private struct State {
        var machine: SupervisorState
        var program: Program
        var lifetime: ProcessLifetime?
        var process: RunningProcess<Session>?
        var peakMemory: Int?
        var waiters: [Waiter] = []
        /// The reason for which calls fail after ``close(_:)``.
        var closeReason = EndReason.shutdown
    }

    /// The share that all processes of the app have in common.
    let share: AppShare
    private let settings: ProcessSettings<Session>
    private let launcher: ProcessLauncher
    private let events: AsyncStream<ProcessEvent>.Continuation
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>
    private let logAllowance = Mutex(LogAllowance())
    private let starts: AsyncStream<Void>
    private let starting: AsyncStream<Void>.Continuation

    init(
        _ program: Program,
        share: AppShare,
        settings: ProcessSettings<Session>,
        launcher: ProcessLauncher,
        events: AsyncStream<ProcessEvent>.Continuation
    ) {
        self.share = share
        self.settings = settings
        self.launcher = launcher
        self.events = events
        elapsed = settings.clock.stopwatch()
        state = Mutex(State(machine: SupervisorState(timings: settings.timings), program: program))
        (starts, starting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var status: ProcessStatus {
        let state = state.withLock(\.self)
        return ProcessStatus(
            phase: state.machine.phase,
            pid: state.process?.pid,
            failures: state.machine.failures,
            lastEnd: state.machine.lastEnd,
            retryAfter: state.machine.retryAfter(at: elapsed()),
            peakMemory: state.process?.peakMemory ?? state.peakMemory
        )
    }

    /// Starts processes when calls need them, until ``close(_:)`` or the cancellation of the task.
    func run() async {
        await withTaskCancellationHandler {
            for await _ in starts {
                while await runOnce() {}
            }
        } onCancel: {
            // Otherwise a call that waits for the next process would cause one start after another.
            close()
        }
        close()
    }

    /// Passes the process to `body`; it is started if necessary, and kept while `body` runs.
    func withProcess<Value>(_ body: (RunningProcess<Session>) async throws -> Value) async throws -> Value {
        let process = try await acquire()
        defer { release(process) }
        return try await body(process)
    }

    /// Replaces the program by another version, or one with other rights, and ends a process of the old one.
    func replace(with program: Program) {
        let isNew = state.withLock { state in
            defer { state.program = program }
            return state.program != program
        }
        if isNew { stop(.replaced) }
    }

    func charge(_ time: Duration) { state.withLock(\.process)?.connection.meter?.charge(time) }

    /// Ends the process, if there is one, waits for its end, and starts no more, not even for calls that wait.
    func end(_ reason: EndReason) async { _ = await close(reason)?.exit }

    /// Ends the process, for the first reason that is given, and starts no more; returns its lifetime if there is one.
    @discardableResult
    func close(_ reason: EndReason = .shutdown) -> ProcessLifetime? {
        let (waiters, lifetime): ([Waiter], ProcessLifetime?) = state.withLock { state in
            if state.machine.phase != .closed { state.closeReason = reason }
            guard !state.machine.close() else { return ([], state.lifetime) }
            defer { state.waiters = [] }
            return (state.waiters, state.lifetime)
        }
        lifetime?.stop(reason)
        // A process that is about to start is ended by its run, without which nobody would learn of its end.
        if lifetime == nil { starting.finish() }
        for waiter in waiters { waiter.finish(.failure(closed)) }
        return lifetime
    }

    private var closed: ProcessError {
        state.withLock { $0.closeReason.error(title: $0.program.title, retryAfter: nil) }
    }

    /// Requests the end of the process of a lifetime, or of the current one if `lifetime` is `nil`.
    func stop(_ reason: EndReason, _ lifetime: ProcessLifetime? = nil) {
        let current: ProcessLifetime? = state.withLock { state in
            guard lifetime == nil || state.lifetime === lifetime, state.machine.stop() else { return nil }
            return state.lifetime
        }
        current?.stop(reason)
    }
}

// MARK: - Calls that need the process

extension ProcessSupervisor {
    private enum Acquisition {
        case use(RunningProcess<Session>)
        case fail(ProcessError)
        case wait(starts: Bool)
    }

    private func acquire() async throws(ProcessError) -> RunningProcess<Session> {
        guard !Task.isCancelled else { throw cancelled }
        let waiter = Waiter()
        let acquisition = state.withLock { state in
            let acquisition = acquire(&state)
            if case .wait = acquisition { state.waiters.append(waiter) }
            return acquisition
        }
        switch acquisition {
        case .use(let process): return process
        case .fail(let error): throw error
        case .wait(starts: true): starting.yield()
        case .wait: break
        }
        let result: Result<RunningProcess<Session>, ProcessError>
        do { result = try await waiter.wait() } catch {
            state.withLock { $0.waiters.removeAll { $0 === waiter } }
            throw cancelled
        }
        return try result.get()
    }

    private func acquire(_ state: inout State) -> Acquisition {
        switch state.machine.acquire(at: elapsed()) {
        case .start:
            state.lifetime = makeLifetime(state.program)
            return .wait(starts: true)
        case .wait: return .wait(starts: false)
        case .use:
            guard let process = state.process else { preconditionFailure("a process runs that nobody knows") }
            return .use(process)
        case .backOff(let wait): return .fail(backingOff(state, for: wait))
        case .fail: return .fail(state.closeReason.error(title: state.program.title, retryAfter: nil))
        }
    }

    private func release(_ process: RunningProcess<Session>) {
        state.withLock { state in
            if state.lifetime === process.lifetime { state.machine.release(at: elapsed()) }
        }
    }

    private func makeLifetime(_ program: Program) -> ProcessLifetime {
        let limit = settings.budget.memory(of: program.identity)
        return ProcessLifetime(watch: UsageMonitor(budget: settings.budget, memoryLimit: limit), elapsed: elapsed)
    }

    private var cancelled: ProcessError {
        let title = state.withLock(\.program.title)
        return ProcessError(.cancelled, .callCancelled(title), cause: CancellationError())
    }

    private func backingOff(_ state: State, for wait: Duration) -> ProcessError {
        // The screen shows this sentence during the delay; the ledger records the end of each start.
        let title = state.program.title
        guard let end = state.machine.lastEnd, end.isExplained else {
            return ProcessError(.backingOff, .stoppedAndTriedAgain(title), retryAfter: wait)
        }
        return ProcessError(.backingOff, .triedAgain(end.sentence(about: title)), retryAfter: wait)
    }
}

// MARK: - Reports and queries of a process's monitor

extension ProcessSupervisor {
    /// Hands a started process to the calls that wait for it.
    func didStart(_ process: RunningProcess<Session>) {
        let waiters: [Waiter] = state.withLock { state in
            guard state.machine.started(uses: state.waiters.count, at: elapsed()) else { return [] }
            state.process = process
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters where !waiter.finish(.success(process)) { release(process) }
    }

    /// Time until the process is ended if it stays unused; `nil` while it is used.
    var timeToIdleEnd: Duration? { state.withLock { $0.machine.timeToIdleEnd(at: elapsed()) } }

    /// Begins the end of a process that has been unused for long enough, so that no call gets it, and returns `true`
    /// then.
    func stopIfIdle() -> Bool { state.withLock { $0.machine.stopIfIdle(at: elapsed()) } }

    /// Records that the process is ending, so that no call gets it, and returns `true` if a call was using it.
    func willEnd() -> Bool {
        state.withLock { state in
            defer { _ = state.machine.stop() }
            return state.machine.isInUse
        }
    }

    /// Decides if output or a log entry of the program, of that many bytes, has room in the host's log.
    func admitToLog(_ count: Int) -> LogAllowance.Admission {
        logAllowance.withLock { $0.admit(count, at: elapsed()) }
    }
}

// MARK: - The life of one process

extension ProcessSupervisor {
    /// Runs one process from its launch to its end, and returns `true` if another process is needed at once.
    private func runOnce() async -> Bool {
        let (lifetime, program) = state.withLock { ($0.lifetime, $0.program) }
        guard let lifetime else { return false }
        let monitor = ProcessMonitor(
            program: program,
            settings: settings,
            lifetime: lifetime,
            events: events,
            supervisor: self
        )
        let reason: EndReason
        var wasInUse = true
        do throws(EndReason) {
            let outcome = try await launcher.run(program, share) { spawned in await monitor.run(spawned) }
            wasInUse = outcome.value.wasInUse
            let byItself = outcome.exit.reason(whileInUse: wasInUse, hasStarted: outcome.value.hasStarted)
            reason = (outcome.value.reason ?? outcome.excess ?? byItself).explained(by: program)
        } catch {
            reason = error.explained(by: program)
        }
        return didEnd(reason, wasInUse: wasInUse, lifetime, program)
    }

    private func didEnd(_ reason: EndReason, wasInUse: Bool, _ lifetime: ProcessLifetime, _ program: Program) -> Bool {
        share.remove(lifetime)
        let (nextAction, waiters, error) = state.withLock { state in
            let nextAction = state.machine.ended(reason, at: elapsed())
            let error = reason.error(title: program.title, retryAfter: state.machine.retryAfter(at: elapsed()))
            state.peakMemory = lifetime.watch.peakMemory == 0 ? state.peakMemory : lifetime.watch.peakMemory
            state.process = nil
            state.lifetime = nextAction == .start ? makeLifetime(state.program) : nil
            guard nextAction == .fail else { return (nextAction, [] as [Waiter], error) }
            defer { state.waiters = [] }
            return (nextAction, state.waiters, error)
        }
        settings.logger.log(
            level: reason.isFailure ? .error : .info,
            "\(reason.logLine(about: program.title))",
            metadata: ["process": "\(program.identity)"]
        )
        events.yield(.ended(program.identity, reason, whileInUse: wasInUse))
        for waiter in waiters { waiter.finish(.failure(error)) }
        if state.withLock({ $0.machine.phase == .closed }) { starting.finish() }
        lifetime.finish(error)
        return nextAction == .start
    }
}
