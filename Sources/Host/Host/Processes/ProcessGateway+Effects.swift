import AsyncPrimitives
import HostClock
import HostModel
import HostStorage
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol

enum EffectsResult<Reply: Sendable>: Sendable {
    /// The process answered; its effects must be committed together with the completion of the request.
    case answered(Reply, HostTransaction)
    /// The process is not called again; the sentence says why the last call failed.
    case failed(LocalizableText)
    /// The app was replaced, changed or removed meanwhile; the caller looks it up and calls it again after a delay.
    case replaced(retryAfter: Duration)
    /// The host stops first.
    case stopping
}

extension ProcessGateway {
    static let attempts = 3
    static let effectsDeadline = Duration.seconds(10)

    /// Calls a process with a request that lets it change things, collects the changes, and retries if the process
    /// dies; the changes of failed attempts are dropped.
    ///
    /// The request is on disk, and every attempt carries its id, so that repeated calls have one effect. `run`,
    /// `result` and `problem` are for the ledger; `run` is `nil` if a person waits for the answer.
    func collectEffects<Request: RPCRequest>(
        of program: Program,
        id: String,
        deadline: Duration = effectsDeadline,
        retriesRefusals: Bool = false,
        run: BackgroundRun.Reason? = nil,
        request: @Sendable (Int, (String) -> RequestContext) -> Request,
        result: (Request.Reply) -> PushResult? = { _ in nil },
        problem: (Request.Reply) -> String? = { _ in nil }
    ) async -> EffectsResult<Request.Reply> {
        var reason: LocalizableText = ""
        for attempt in 1...Self.attempts {
            do throws(ProcessFailure) {
                let (reply, effects) = try await collectEffectsOnce(
                    of: program,
                    deadline: deadline,
                    run: run,
                    request: request,
                    result: result,
                    problem: problem
                )
                return .answered(reply, effects)
            } catch {
                reason = error.text
                switch error.kind {
                case .stopping: return .stopping
                // The program is out of date.
                case .replaced: return .replaced(retryAfter: error.retryAfter ?? ProcessFailure.replacementTime)
                case .refused, .cancelled: if !retriesRefusals { return .failed(reason) }
                case .lost: break
                }
                logger.notice(
                    "A process is asked again",
                    metadata: [
                        "method": "\(Request.method)", "id": "\(id)", "attempt": "\(attempt)",
                        "reason": "\(reason.english)",
                    ]
                )
                guard attempt < Self.attempts else { break }
                // The process may be backing off after a crash.
                do { try await clock.sleep(for: error.retryAfter ?? .seconds(1 << (attempt - 1))) } catch {
                    return .stopping
                }
            }
        }
        return .failed(reason)
    }

    /// Calls a process once with a request that lets it change things, and records the outcome in the ledger; if it
    /// throws, the changes of the process are dropped.
    func collectEffectsOnce<Request: RPCRequest>(
        of program: Program,
        deadline: Duration,
        run: BackgroundRun.Reason?,
        request: @Sendable (Int, (String) -> RequestContext) -> Request,
        result: (Request.Reply) -> PushResult? = { _ in nil },
        problem: (Request.Reply) -> String? = { _ in nil }
    ) async throws(ProcessFailure) -> (Request.Reply, HostTransaction) {
        let start = host.clock.now
        let elapsed = ContinuousClock().stopwatch()
        let record = { (outcome: BackgroundRun.Outcome, result: PushResult?, message: String?, level: Logger.Level) in
            guard let run else { return }
            if let message { self.logFailure("A background run failed", message, of: program, level: level) }
            self.host.store.caches.record(
                BackgroundRun(
                    app: program.identity.app,
                    date: start,
                    reason: run,
                    outcome: outcome,
                    result: result,
                    milliseconds: elapsed() / .milliseconds(1),
                    message: message
                )
            ) {
                // Read later: reading it costs more than the commit that follows.
                self.peakMemory(of: program)
            }
        }
        do throws(ProcessFailure) {
            let (reply, effects) = try await callInTransaction(program, deadline: deadline) { transaction in
                request(transaction, context)
            }
            let result = result(reply)
            let problem = problem(reply)
            record(problem == nil ? .done : .failed, result, problem, .info)
            return (reply, effects)
        } catch {
            if let outcome = error.outcome { record(outcome, nil, error.message, error.logLevel) }
            throw error
        }
    }

    private func callInTransaction<Request: RPCRequest>(
        _ program: Program,
        deadline: Duration,
        _ request: @Sendable (Int) -> Request
    ) async throws(ProcessFailure) -> (Request.Reply, HostTransaction) {
        try await withProcess(program) { process in try await callInTransaction(process, deadline: deadline, request) }
    }

    /// Calls a process once, within a transaction that collects its changes; a process that is gone is not restarted.
    func callInTransaction<Request: RPCRequest>(
        _ process: RunningProcess<ProcessSession>,
        deadline: Duration = effectsDeadline,
        _ request: @Sendable (Int) -> Request
    ) async throws(ProcessFailure) -> (Request.Reply, HostTransaction) {
        let transactions = process.session.transactions
        let number = transactions.begin()
        do {
            let reply = try await process.call(request(number), deadline: deadline)
            guard let effects = transactions.end(number) else { throw ProcessFailure.lost(process.program) }
            return (reply, effects)
        } catch {
            _ = transactions.end(number)
            throw ProcessFailure(error, of: process.session)
        }
    }
}
