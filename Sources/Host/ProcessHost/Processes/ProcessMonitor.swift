import Glibc
import JSONRPC
import Logging
import Subprocess
import TodayProtocol

/// Attends one process from its spawn to its end: greets it, reads it, watches it, and sees it out.
struct ProcessMonitor<Session: RPCHandler>: Sendable {
    /// What came of a process.
    struct Result: Sendable {
        /// Why it was ended; `nil` if it ended by itself.
        var reason: EndReason?
        /// Whether somebody used it then.
        var wasInUse: Bool
    }

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
    let life: ProcessLifetime
    let time: ElapsedTime
    let events: AsyncStream<ProcessEvent>.Continuation
    /// Hands over the process when it can be used.
    let started: @Sendable (RunningProcess<Session>) -> Void
    /// How long the process may still be unused; `nil` while it is used.
    let timeToIdleEnd: @Sendable () -> Duration?
    /// Whether the process is to end for want of use; from then on nobody gets it.
    let stopIfIdle: @Sendable () -> Bool
    /// Says that the process is being ended, and returns whether it was in use.
    let stopping: @Sendable () -> Bool
    /// Ends the process.
    let stop: @Sendable (EndReason) -> Void

    /// Returns when the process has ended or what is left of it may be killed.
    func attend(_ spawned: SpawnedProcess) async -> Result {
        let connection = RPCConnection(transport: spawned.transport, clock: settings.deadlineClock)
        let session = settings.makeSession(program, connection)
        let process = RunningProcess(
            program: program,
            spawned: spawned,
            connection: connection,
            session: session,
            life: life,
            stop: stop
        )
        let begin = ContinuousClock.now
        return await withTaskGroup(of: Event.self) { group in
            group.addTask { await read(connection, session) }
            group.addTask { await drain(spawned) }
            group.addTask { await greet(connection, spawned.paths) }
            group.addTask { await awaitStop() }
            group.addTask { await watchRequests(ProcessTree(root: spawned.pid)) }
            group.addTask { await watchIdleness(ProcessTree(root: spawned.pid)) }
            var exitState = ExitState()
            while !exitState.isOver, let event = await group.next() {
                exitState.take(event)
                switch event {
                case .started(.success) where exitState.reason == nil:
                    let duration = ContinuousClock.now - begin
                    settings.logger.info(
                        "Started \(program.title)",
                        metadata: ["process": "\(program.identity)", "pid": "\(spawned.pid)"]
                    )
                    events.yield(.started(program.identity, pid: spawned.pid, after: duration))
                    started(process)
                case .errorOutputEnded where ProcessTree(root: spawned.pid).usage() == nil: exitState.isOver = true
                default: break
                }
            }
            if Task.isCancelled, exitState.reason == nil { exitState.reason = .shutdown }
            let wasInUse = stopping()
            if let usage = process.usage() { _ = life.watch.look(usage, at: time.now) }
            await terminate(spawned, connection, &exitState, &group)
            connection.close()
            group.cancelAll()
            return Result(reason: exitState.reason, wasInUse: wasInUse)
        }
    }

    /// What is known of the end so far.
    private struct ExitState {
        var reason: EndReason?
        var isOver = false
        var hasConnectionEnded = false
        var hasErrorOutputEnded = false
        /// Whether the process shows no sign of life any more.
        var hasEnded: Bool { hasConnectionEnded && hasErrorOutputEnded }

        mutating func take(_ event: Event) {
            switch event {
            case .nothing, .shutdownAnswered, .graceExpired: return
            case .errorOutputEnded:
                hasErrorOutputEnded = true
                return
            case .started(.success(let reply)):
                guard reply.protocolVersion != ProtocolVersion.current else { return }
                reason = .handshakeFailed(
                    "it speaks version \(reply.protocolVersion) of the process protocol, and this host version "
                        + "\(ProtocolVersion.current)"
                )
            case .started(.failure(let error)):
                // Of a connection that has ended, its own event tells more.
                if error.code == .closed || error.code == .cancelled { return }
                reason = .handshakeFailed("it answered initialize with an error: \(error.message)")
            case .connectionEnded(let error):
                hasConnectionEnded = true
                reason = error.map { .protocolViolation($0.message) }
            case .stop(let stop): reason = stop
            }
            isOver = true
        }
    }
}

// MARK: - What goes on meanwhile

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
        var output = ErrorLineFramer()
        let beginning = ContinuousClock.now
        do {
            for try await buffer in spawned.errorOutput {
                let now = ContinuousClock.now - beginning
                log(buffer.withUnsafeBytes { output.append($0, at: now) })
            }
        } catch {
            settings.logger.debug("Standard error cannot be read", metadata: ["process": "\(program.identity)"])
        }
        log(output.finish())
        return .errorOutputEnded
    }

    private func log(_ lines: [String]) {
        for line in lines {
            settings.logger.info("\(line)", metadata: ["process": "\(program.identity)"])
            events.yield(.line(program.identity, line))
        }
    }

    private func greet(_ connection: RPCConnection, _ paths: ProcessPaths) async -> Event {
        let use = life.watch.beginRequest(at: life.time.now)
        defer { life.watch.endRequest(use, at: life.time.now) }
        let limit = settings.timings.start
        do throws(RPCError) {
            return .started(
                .success(try await connection.call(await settings.initialize(program, paths), deadline: limit))
            )
        } catch {
            return error.code == .timedOut ? .stop(.startTimedOut(limit)) : .started(.failure(error))
        }
    }

    private func awaitStop() async -> Event {
        for await reason in life.stops { return .stop(reason) }
        return .nothing
    }

    private func watchRequests(_ tree: ProcessTree) async -> Event {
        for await _ in life.watch.begun {
            // The first look is a moment after a request began, since most have been answered by then: a look costs
            // more than a request.
            repeat {
                do { try await time.sleep(for: settings.budget.interval) } catch { return .nothing }
                guard life.watch.isBusy else { break }
                if let usage = tree.usage(), let reason = life.watch.look(usage, at: time.now) { return .stop(reason) }
            } while true
        }
        return .nothing
    }

    private func watchIdleness(_ tree: ProcessTree) async -> Event {
        let longest = min(settings.budget.idleInterval, settings.timings.idle)
        while true {
            if stopIfIdle() { return .stop(.idle) }
            do { try await time.sleep(for: min(timeToIdleEnd() ?? longest, longest)) } catch { return .nothing }
            if let usage = tree.usage(), let reason = life.watch.look(usage, at: time.now) { return .stop(reason) }
        }
    }
}

// MARK: - The end

extension ProcessMonitor {
    /// Gives the process the time it has to end, and terminates it then.
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
                    // Whatever it answers, its input ends next.
                    _ = try? await connection.call(ShutdownRequest(), deadline: timings.shutdown)
                    connection.finishSending()
                    return .shutdownAnswered
                }
                while !exitState.hasEnded, let event = await group.next() {
                    note(event, &exitState)
                    if case .shutdownAnswered = event { addGrace(timings.grace, &group) }
                    if case .graceExpired = event { break }
                }
            }
        } else if !exitState.hasErrorOutputEnded {
            addGrace(timings.grace, &group)
            while !exitState.hasErrorOutputEnded, let event = await group.next() {
                note(event, &exitState)
                if case .graceExpired = event {
                    exitState.reason = .closedOutput
                    break
                }
            }
        }
        await spawned.terminate(grace: timings.grace)
    }

    private func note(_ event: Event, _ exitState: inout ExitState) {
        switch event {
        case .connectionEnded: exitState.hasConnectionEnded = true
        case .errorOutputEnded: exitState.hasErrorOutputEnded = true
        default: break
        }
    }

    private func addGrace(_ grace: Duration, _ group: inout TaskGroup<Event>) {
        group.addTask {
            do { try await Task.sleep(for: grace) } catch { return .graceExpired }
            return .graceExpired
        }
    }
}
