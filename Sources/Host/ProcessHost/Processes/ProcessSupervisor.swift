import JSONRPC
import Logging
import Synchronization

/// Owns the process of one app or widget: starts it when it is wanted, ends it when it is not, and remembers how it
/// fared.
///
/// It decides nothing itself: ``SupervisorState`` does. ``run()`` must run for calls to get anywhere.
final class ProcessSupervisor<Session: RPCHandler>: Sendable {
    private typealias Waiter = CheckedContinuation<Result<RunningProcess<Session>, ProcessError>, Never>

    private struct Guarded {
        var state: SupervisorState
        var program: Program
        var life: ProcessLifetime?
        var process: RunningProcess<Session>?
        var peakMemory: Int?
        var lastWaiter = 0
        var waiters: [Int: Waiter] = [:]
        var cancelled: Set<Int> = []
    }

    private let settings: ProcessSettings<Session>
    private let launcher: ProcessLauncher
    private let events: AsyncStream<ProcessEvent>.Continuation
    private let time: ElapsedTime
    private let guarded: Mutex<Guarded>
    private let starts: AsyncStream<Void>
    private let starting: AsyncStream<Void>.Continuation

    init(
        _ program: Program,
        settings: ProcessSettings<Session>,
        launcher: ProcessLauncher,
        events: AsyncStream<ProcessEvent>.Continuation
    ) {
        self.settings = settings
        self.launcher = launcher
        self.events = events
        time = ElapsedTime(settings.clock)
        guarded = Mutex(Guarded(state: SupervisorState(timings: settings.timings), program: program))
        (starts, starting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// How the process is.
    var status: ProcessStatus {
        let (status, process) = guarded.withLock { guarded in
            (
                ProcessStatus(
                    phase: guarded.state.phase,
                    pid: guarded.process?.pid,
                    failures: guarded.state.failures,
                    lastEnd: guarded.state.lastEnd,
                    retryAfter: guarded.state.retryAfter(at: time.now),
                    peakMemory: guarded.peakMemory
                ), guarded.process
            )
        }
        guard let process else { return status }
        var current = status
        current.peakMemory = process.peakMemory
        return current
    }

    /// Starts processes when they are wanted, until ``close()`` or the task's cancellation.
    func run() async {
        for await _ in starts {
            while await live() {}
        }
        close()
    }

    /// Uses the process, which is started if need be and kept while `body` runs.
    func withProcess<Value>(_ body: (RunningProcess<Session>) async throws -> Value) async throws -> Value {
        let process = try await acquire()
        defer { release(process) }
        return try await body(process)
    }

    /// Runs another version of the program, or one with other rights, from now on; a process of the old one ends.
    func replace(with program: Program) {
        let isNew = guarded.withLock { guarded in
            defer { guarded.program = program }
            return guarded.program != program
        }
        if isNew { stop(.replaced, nil) }
    }

    /// Ends the process, if there is one, and waits for its end.
    func end(_ reason: EndReason) async {
        let life = guarded.withLock(\.life)
        stop(reason, life)
        _ = await life?.end
    }

    /// Ends the process, and starts no other.
    func close() {
        let (waiters, life): ([Waiter], ProcessLifetime?) = guarded.withLock { guarded in
            guard !guarded.state.close() else { return ([], guarded.life) }
            defer { guarded.waiters = [:] }
            return (Array(guarded.waiters.values), guarded.life)
        }
        life?.stop(.shutdown)
        starting.finish()
        for waiter in waiters { waiter.resume(returning: .failure(stopped)) }
    }

    private var stopped: ProcessError {
        EndReason.shutdown.error(title: guarded.withLock(\.program.title), retryAfter: nil)
    }

    /// Wants a life to end, or whichever there is.
    private func stop(_ reason: EndReason, _ life: ProcessLifetime?) {
        let current: ProcessLifetime? = guarded.withLock { guarded in
            guard life == nil || guarded.life === life, guarded.state.stop() else { return nil }
            return guarded.life
        }
        current?.stop(reason)
    }
}

// MARK: - Those who want the process

extension ProcessSupervisor {
    private enum Step {
        case use(RunningProcess<Session>)
        case fail(ProcessError)
        case wait(starts: Bool)
    }

    private func acquire() async throws(ProcessError) -> RunningProcess<Session> {
        let id = guarded.withLock { guarded in
            guarded.lastWaiter += 1
            return guarded.lastWaiter
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let step = guarded.withLock { guarded -> Step in
                    if guarded.cancelled.remove(id) != nil { return .fail(cancelled(guarded.program)) }
                    let step = acquire(&guarded)
                    if case .wait = step { guarded.waiters[id] = waiter }
                    return step
                }
                switch step {
                case .use(let process): waiter.resume(returning: .success(process))
                case .fail(let error): waiter.resume(returning: .failure(error))
                case .wait(starts: true): starting.yield()
                case .wait: break
                }
            }
        } onCancel: {
            let (waiter, error) = guarded.withLock { guarded in
                let waiter = guarded.waiters.removeValue(forKey: id)
                if waiter == nil { guarded.cancelled.insert(id) }
                return (waiter, cancelled(guarded.program))
            }
            waiter?.resume(returning: .failure(error))
        }
        guarded.withLock { _ = $0.cancelled.remove(id) }
        return try result.get()
    }

    private func acquire(_ guarded: inout Guarded) -> Step {
        switch guarded.state.acquire(at: time.now) {
        case .start:
            guarded.life = makeLife(guarded.program)
            return .wait(starts: true)
        case .wait: return .wait(starts: false)
        case .use:
            guard let process = guarded.process else { preconditionFailure("a process runs that nobody knows") }
            return .use(process)
        case .backOff(let wait): return .fail(backingOff(guarded.program, for: wait))
        case .fail: return .fail(EndReason.shutdown.error(title: guarded.program.title, retryAfter: nil))
        }
    }

    private func release(_ process: RunningProcess<Session>) {
        guarded.withLock { guarded in
            if guarded.life === process.life { guarded.state.release(at: time.now) }
        }
    }

    private func makeLife(_ program: Program) -> ProcessLifetime {
        let limit = settings.budget.memory(of: program.identity)
        return ProcessLifetime(watch: UsageMonitor(budget: settings.budget, memoryLimit: limit), time: time)
    }

    private func cancelled(_ program: Program) -> ProcessError {
        ProcessError(.cancelled, "The call to \(program.title) was cancelled.", cause: CancellationError())
    }

    private func backingOff(_ program: Program, for wait: Duration) -> ProcessError {
        // It stays on the screen while the time passes; how each start ended is in the ledger.
        ProcessError(
            .backingOff,
            "\(program.title) stopped working and is tried again by itself.",
            retryAfter: wait
        )
    }
}

// MARK: - The life of one process

extension ProcessSupervisor {
    /// Runs one process.
    ///
    /// - Returns: Whether another is wanted at once.
    private func live() async -> Bool {
        let (life, program) = guarded.withLock { ($0.life, $0.program) }
        guard let life else { return false }
        let monitor = ProcessMonitor(
            program: program,
            settings: settings,
            life: life,
            time: time,
            events: events,
            started: { [self] process in started(process) },
            timeToIdleEnd: { [self] in guarded.withLock { $0.state.timeToIdleEnd(at: time.now) } },
            stopIfIdle: { [self] in guarded.withLock { $0.state.stopIfIdle(at: time.now) } },
            stopping: { [self] in
                guarded.withLock { guarded in
                    defer { _ = guarded.state.stop() }
                    return guarded.state.isInUse
                }
            },
            stop: { [self] reason in stop(reason, life) }
        )
        let reason: EndReason
        do throws(LaunchFailure) {
            let outcome = try await launcher.run(program) { spawned in await monitor.attend(spawned) }
            reason = outcome.value.reason ?? outcome.exit.reason(whileInUse: outcome.value.wasInUse)
        } catch {
            reason = error.reason
        }
        return ended(reason, life, program)
    }

    private func started(_ process: RunningProcess<Session>) {
        let waiters: [Waiter] = guarded.withLock { guarded in
            guard guarded.state.started(uses: guarded.waiters.count, at: time.now) else { return [] }
            guarded.process = process
            defer { guarded.waiters = [:] }
            return Array(guarded.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: .success(process)) }
    }

    private func ended(_ reason: EndReason, _ life: ProcessLifetime, _ program: Program) -> Bool {
        let (nextAction, waiters, error) = guarded.withLock { guarded in
            let nextAction = guarded.state.ended(reason, at: time.now)
            let error = reason.error(
                title: program.title,
                retryAfter: guarded.state.retryAfter(at: time.now)
            )
            guarded.peakMemory = life.watch.peakMemory == 0 ? guarded.peakMemory : life.watch.peakMemory
            guarded.process = nil
            guarded.life = nextAction == .start ? makeLife(guarded.program) : nil
            guard nextAction == .fail else { return (nextAction, [] as [Waiter], error) }
            defer { guarded.waiters = [:] }
            return (nextAction, Array(guarded.waiters.values), error)
        }
        settings.logger.log(
            level: reason.isFailure ? .error : .info,
            "\(program.title) \(reason.predicate)",
            metadata: ["process": "\(program.identity)"]
        )
        events.yield(.ended(program.identity, reason))
        for waiter in waiters { waiter.resume(returning: .failure(error)) }
        life.finish(ProcessLifetime.End(reason: reason, error: error))
        return nextAction == .start
    }
}
