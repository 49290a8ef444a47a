import Glibc
import HostModel
import JSONRPC
import Logging
import Subprocess
import Synchronization
import TodayProtocol

/// Runs one process from its spawn to its end: performs the handshake, reads its output, enforces its budget and
/// terminates it.
struct ProcessMonitor<Session: RPCHandler>: Sendable {
    struct Result: Sendable {
        /// The reason for which it was ended; `nil` if it ended by itself.
        var reason: EndReason?
        /// `true` if a call was using it then.
        var wasInUse: Bool
        /// `true` if it had answered `initialize`.
        var hasStarted: Bool
    }

    /// Splits one stream into lines for the log, and limits their rate.
    private final class LogLines: Sendable {
        private let framer = Mutex(ErrorLineFramer())
        private let beginning = ContinuousClock.now

        func append(_ bytes: UnsafeRawBufferPointer) -> [String] {
            framer.withLock { $0.append(bytes, at: ContinuousClock.now - beginning) }
        }

        func finish() -> [String] { framer.withLock { $0.finish() } }
    }

    /// An output stream of a process, as named in the log.
    private enum OutputStream: String { case stdout, stderr }

    private enum Event: Sendable {
        case nothing
        case started(Swift.Result<InitializeRequest.Reply, RPCError>)
        case connectionEnded(TransportError?)
        case errorOutputEnded
        case stop(EndReason)
        case shutdownAnswered
        case graceExpired
    }

    let program: Program
    let settings: ProcessSettings<Session>
    let lifetime: ProcessLifetime
    let events: AsyncStream<ProcessEvent>.Continuation
    let supervisor: ProcessSupervisor<Session>

    /// Monitors a process until it has ended, or until the rest of it may be killed.
    func run(_ spawned: SpawnedProcess) async -> Result {
        let junk = LogLines()
        let connection = RPCConnection(
            transport: spawned.transport,
            requestQuota: supervisor.share.requests,
            clock: settings.deadlineClock,
            meter: spawned.meter,
            onUnreadable: { line in log((line + [0x0A]).withUnsafeBytes { junk.append($0) }, of: .stdout) }
        )
        let session = settings.makeSession(program, connection) { [supervisor] in supervisor.admitToLog($0) }
        let process = RunningProcess(
            program: program,
            spawned: spawned,
            connection: connection,
            session: session,
            lifetime: lifetime,
            stop: { [supervisor, lifetime] reason in supervisor.stop(reason, lifetime) }
        )
        let begin = ContinuousClock.now
        let sampler = process.sampler
        let quota = GroupQuota(groups: program.groups, start: spawned.groupUsage, limit: settings.groupLimit)
        return await withTaskGroup(of: Event.self) { group in
            group.addTask {
                let event = await read(connection, session)
                log(junk.finish(), of: .stdout)
                return event
            }
            group.addTask { await drain(spawned) }
            group.addTask { await performHandshake(connection, spawned.paths) }
            group.addTask { await awaitStopRequest() }
            group.addTask { await watchActivity(sampler, quota) }
            group.addTask { await watchIdleness(sampler, quota) }
            var exitState = ExitState()
            var hasStarted = false
            while !exitState.isOver, let event = await group.next() {
                exitState.update(with: event)
                switch event {
                case .started(.success) where exitState.reason == nil:
                    hasStarted = true
                    let duration = ContinuousClock.now - begin
                    settings.logger.info(
                        "Started \(program.title.english)",
                        metadata: ["process": "\(program.identity)", "pid": "\(spawned.pid)"]
                    )
                    events.yield(.started(program.identity, pid: spawned.pid, after: duration))
                    supervisor.didStart(process)
                case .errorOutputEnded where sampler.usage() == nil: exitState.isOver = true
                default: break
                }
            }
            if Task.isCancelled, exitState.reason == nil { exitState.reason = .shutdown }
            var wasInUse = supervisor.willEnd()
            switch exitState.reason {
            // A call that exceeds its deadline requests the end itself, and no longer uses the process.
            case .deadline?: wasInUse = true
            // A call whose answer has already arrived may still be using the process.
            case let reason? where reason.isExcess: wasInUse = lifetime.watch.end()
            default: break
            }
            if let usage = process.usage() { _ = lifetime.watch.record(usage, at: lifetime.elapsed()) }
            await terminate(spawned, connection, &exitState, &group)
            connection.close()
            group.cancelAll()
            return Result(reason: exitState.reason, wasInUse: wasInUse, hasStarted: hasStarted)
        }
    }

    private struct ExitState {
        var reason: EndReason?
        var isOver = false
        var hasConnectionEnded = false
        var hasErrorOutputEnded = false
        /// `true` if the process has closed its standard output and its standard error.
        var hasEnded: Bool { hasConnectionEnded && hasErrorOutputEnded }

        mutating func note(_ event: Event) {
            switch event {
            case .connectionEnded: hasConnectionEnded = true
            case .errorOutputEnded: hasErrorOutputEnded = true
            default: break
            }
        }

        mutating func update(with event: Event) {
            note(event)
            switch event {
            case .nothing, .shutdownAnswered, .graceExpired, .errorOutputEnded: return
            case .started(.success(let reply)):
                let (theirs, ours) = (reply.protocolVersion, ProtocolVersion.current)
                if theirs == ours { return }
                let phrase = "it speaks version \(theirs) of the process protocol, and this host version \(ours)"
                reason = .handshakeFailed(.text(phrase))
            case .started(.failure(let error)):
                // If the connection has ended, the event `connectionEnded` is more specific.
                if error.code == .closed || error.code == .cancelled { return }
                let isMalformed = error.code == .malformedReply || error.code == .unreadableReply
                let mistake = error.mistake(inAnswerTo: InitializeRequest.method)
                reason = .handshakeFailed(isMalformed ? mistake : .initializeFailedPhrase(error.message))
            case .connectionEnded(let error): reason = error.map { .protocolViolation($0.message) }
            case .stop(let stop): reason = stop
            }
            isOver = true
        }
    }
}

// MARK: - While it runs

extension ProcessMonitor {
    private func read(_ connection: RPCConnection, _ session: Session) async -> Event {
        do throws(TransportError) {
            try await connection.run(session)
            return .connectionEnded(nil)
        } catch {
            return .connectionEnded(error)
        }
    }

    private func drain(_ spawned: SpawnedProcess) async -> Event {
        let output = LogLines()
        do {
            for try await buffer in spawned.errorOutput {
                log(buffer.withUnsafeBytes { output.append($0) }, of: .stderr)
            }
        } catch {
            settings.logger.debug("Standard error cannot be read", metadata: ["process": "\(program.identity)"])
        }
        log(output.finish(), of: .stderr)
        return .errorOutputEnded
    }

    /// Logs output of the process that is not messages, at the default level as long as ``LogAllowance`` has room.
    private func log(_ lines: [String], of stream: OutputStream) {
        let identity = program.identity
        for line in lines {
            settings.logger.log(
                line,
                level: .notice,
                if: supervisor.admitToLog(line.utf8.count),
                of: program.title.english,
                identity.app,
                ["process": "\(identity)", "stream": "\(stream.rawValue)"]
            )
            if stream == .stderr { events.yield(.line(identity, line)) }
        }
    }

    private func performHandshake(_ connection: RPCConnection, _ paths: ProcessPaths) async -> Event {
        let request = lifetime.watch.beginRequest(at: lifetime.elapsed())
        defer { lifetime.watch.endRequest(request, at: lifetime.elapsed()) }
        let limit = settings.timings.start
        do throws(RPCError) {
            let request = await settings.initialize(program, paths)
            return .started(.success(try await connection.call(request, deadline: limit)))
        } catch {
            guard error.code == .timedOut else { return .started(.failure(error)) }
            return .stop(.startTimedOut(limit, connection.arrivals(after: 0)))
        }
    }

    private func awaitStopRequest() async -> Event {
        for await reason in lifetime.stopRequests { return .stop(reason) }
        return .nothing
    }

    /// Returns the usage of the process, with the reason for which it must end; `nil` if it is gone.
    private func measure(_ sampler: UsageSampler, _ quota: GroupQuota) async -> (ProcessUsage, EndReason?)? {
        await sampler.check { [lifetime, supervisor] usage in
            let excess =
                lifetime.watch.record(usage, at: lifetime.elapsed())
                ?? supervisor.share.record(usage, of: lifetime) { sampler.exactMemory() }
                ?? quota.excess { sampler.processes }
            return (usage, excess)
        }
    }

    /// Samples usage while requests run, and after them for as long as it grows; then ``watchIdleness(_:_:)`` takes
    /// over.
    private func watchActivity(_ sampler: UsageSampler, _ quota: GroupQuota) async -> Event {
        let budget = settings.budget
        for await _ in lifetime.watch.activity {
            var trend = UsageTrend()
            lifetime.watch.isFollowed = true
            defer { lifetime.watch.isFollowed = false }
            repeat {
                // The first sample is taken a moment after a request began: most have been answered by then, and a
                // sample costs more than a request.
                let interval = lifetime.watch.isBusy ? budget.interval : budget.growthInterval
                do { try await settings.clock.sleep(for: interval) } catch { return .nothing }
                guard let (usage, reason) = await measure(sampler, quota) else { break }
                if let reason { return .stop(reason) }
                trend.record(usage, after: interval)
            } while lifetime.watch.isBusy || !trend.isStill
        }
        return .nothing
    }

    /// Ends the process after its idle timeout, and samples its usage: at once if a quiet process begins to work,
    /// otherwise rarely.
    private func watchIdleness(_ sampler: UsageSampler, _ quota: GroupQuota) async -> Event {
        let budget = settings.budget
        let longest = min(budget.idleInterval, settings.timings.idle)
        var trend = UsageTrend()
        var sinceReading = Duration.zero
        while true {
            if supervisor.stopIfIdle() { return .stop(.idle) }
            let wait = min(supervisor.timeToIdleEnd ?? longest, longest, budget.growthInterval)
            do { try await settings.clock.sleep(for: wait) } catch { return .nothing }
            sinceReading += wait
            guard sinceReading >= longest || (!lifetime.watch.isFollowed && sampler.hasRun()) else { continue }
            let interval = sinceReading
            sinceReading = .zero
            guard let (usage, reason) = await measure(sampler, quota) else { continue }
            if let reason { return .stop(reason) }
            if trend.record(usage, after: interval) { lifetime.watch.noteActivity() }
        }
    }
}

// MARK: - The end

extension ProcessMonitor {
    /// Lets the process finish within its deadlines, then terminates it.
    private func terminate(
        _ spawned: SpawnedProcess,
        _ connection: RPCConnection,
        _ exitState: inout ExitState,
        _ group: inout TaskGroup<Event>
    ) async {
        let timings = settings.timings
        if let reason = exitState.reason {
            guard reason.isGraceful else { return }
            if !exitState.hasEnded {
                group.addTask {
                    // Its input ends next, whatever the answer.
                    _ = try? await connection.call(ShutdownRequest(), deadline: timings.shutdown)
                    connection.finishSending()
                    return .shutdownAnswered
                }
                while !exitState.hasEnded, let event = await group.next() {
                    exitState.note(event)
                    if case .shutdownAnswered = event { addGrace(timings.grace, &group) }
                    if case .graceExpired = event { break }
                }
            }
        } else if !exitState.hasErrorOutputEnded {
            addGrace(timings.grace, &group)
            while !exitState.hasErrorOutputEnded, let event = await group.next() {
                exitState.note(event)
                if case .graceExpired = event {
                    exitState.reason = .closedOutput
                    break
                }
            }
        }
        await spawned.terminate(grace: timings.grace)
    }

    private func addGrace(_ grace: Duration, _ group: inout TaskGroup<Event>) {
        group.addTask {
            try? await Task.sleep(for: grace)
            return .graceExpired
        }
    }
}
