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
    ///   - request: Makes the request for the number of a transaction.
    /// - Returns: How it ended; what failed attempts changed is dropped.
    func collectEffects<Request: RPCRequest>(
        of program: Program,
        id: String,
        deadline: Duration = effectsDeadline,
        retriesRefusals: Bool = false,
        request: @Sendable (Int, (String) -> RequestContext) -> Request
    ) async -> EffectsResult<Request.Reply> {
        var reason = ""
        for attempt in 1...Self.attempts {
            do throws(ProcessFailure) {
                let (reply, effects) = try await callInTransaction(program, deadline: deadline) { transaction in
                    request(transaction, context)
                }
                return .answered(reply, effects)
            } catch {
                reason = error.sentence
                switch error.kind {
                case .stopping: return .stopping
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

    /// Calls a process once, within a transaction that collects what it changes.
    private func callInTransaction<Request: RPCRequest>(
        _ program: Program,
        deadline: Duration,
        _ request: @Sendable (Int) -> Request
    ) async throws(ProcessFailure) -> (Request.Reply, HostTransaction) {
        try await withProcess(program) { process in
            let transactions = process.session.transactions
            let number = transactions.begin()
            do {
                let reply = try await process.call(request(number), deadline: deadline)
                guard let effects = transactions.end(number) else { throw ProcessFailure.lost(program) }
                return (reply, effects)
            } catch {
                _ = transactions.end(number)
                throw error
            }
        }
    }
}
