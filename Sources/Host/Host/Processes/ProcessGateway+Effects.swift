import AsyncPrimitives
import HostStorage
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol

/// How a call that changes things ended.
enum EffectsResult<Reply: Sendable>: Sendable {
    /// The process answered; its effects must be committed together with the completion of the request.
    case answered(Reply, HostTransaction)
    /// The process is not called again; the sentence says why the last call failed.
    case failed(String)
    /// The app was replaced, changed or removed meanwhile; it is to be looked up and called again after a time.
    case replaced(retryAfter: Duration)
    /// The host stops first.
    case stopping
}

extension ProcessGateway {
    /// How many times a process is called.
    static let attempts = 3
    /// How long one answer may take, unless the caller sets another limit.
    static let effectsDeadline = Duration.seconds(10)

    /// Calls a process for something that changes things; collects what it changes, and calls again if the process dies.
    ///
    /// The request is on disk and has an id, which every attempt carries, so that calling twice has one effect.
    ///
    /// - Parameters:
    ///   - program: The process to call.
    ///   - id: The id of the request, for the log.
    ///   - deadline: How long one answer may take.
    ///   - retriesRefusals: Whether a process that answered with an error is called again as well.
    ///   - run: Why the app runs in the background, for the ledger; `nil` for what a person waits for.
    ///   - request: Makes the request for the number of a transaction.
    ///   - result: What an answer says of the push that the app was called for, for the ledger; `nil` for other calls.
    ///   - problem: Why an answer means that the run failed, for the ledger; `nil` if it does not.
    /// - Returns: How it ended; what failed attempts changed is dropped.
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
        var reason = ""
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
                reason = error.sentence
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
                        "method": "\(Request.method)", "id": "\(id)", "attempt": "\(attempt)", "reason": "\(reason)",
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

    /// Calls a process once for something that changes things, and writes to the ledger how that ended.
    ///
    /// - Parameters:
    ///   - program: The process to call.
    ///   - deadline: How long the answer may take.
    ///   - run: Why the app runs in the background, for the ledger; `nil` for what a person waits for.
    ///   - request: Makes the request for the number of a transaction.
    ///   - result: What an answer says of the push that the app was called for, for the ledger; `nil` for other calls.
    ///   - problem: Why an answer means that the run failed, for the ledger; `nil` if it does not.
    /// - Returns: The answer, and what the process changed.
    /// - Throws: ``ProcessFailure``; what the process changed is dropped.
    func collectEffectsOnce<Request: RPCRequest>(
        of program: Program,
        deadline: Duration,
        run: BackgroundRun.Reason?,
        request: @Sendable (Int, (String) -> RequestContext) -> Request,
        result: (Request.Reply) -> PushResult? = { _ in nil },
        problem: (Request.Reply) -> String? = { _ in nil }
    ) async throws(ProcessFailure) -> (Request.Reply, HostTransaction) {
        let start = now()
        let elapsed = ContinuousClock().stopwatch()
        let record = { (outcome: BackgroundRun.Outcome, result: PushResult?, message: String?, level: Logger.Level) in
            guard let run else { return }
            if let message { self.logFailure("A background run failed", message, of: program, level: level) }
            self.caches.record(
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
                // Not here: reading it costs more than the commit that follows.
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
            if let outcome = error.outcome { record(outcome, nil, error.sentence, error.logLevel) }
            throw error
        }
    }

    /// Calls a process once, within a transaction that collects what it changes.
    private func callInTransaction<Request: RPCRequest>(
        _ program: Program,
        deadline: Duration,
        _ request: @Sendable (Int) -> Request
    ) async throws(ProcessFailure) -> (Request.Reply, HostTransaction) {
        try await withProcess(program) { process in try await callInTransaction(process, deadline: deadline, request) }
    }

    /// Calls a process once, within a transaction that collects what it changes; it is not started again if it is gone.
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
            throw ProcessFailure(error)
        }
    }
}
