import HostModel
import HostStorage
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol

/// Performs taps that are on disk: calls the process, and commits its effects together with the tap's completion.
struct TapPerformer: Sendable {
    let committer: EffectCommitter
    let gateway: ProcessGateway
    let logger: Logger

    /// Performs a tap to its end, and returns its outcome, which is on disk; `nil` if the host stops first.
    ///
    /// `outcome` makes it from the answer and the effects, which are committed only with `done`.
    func perform<Request: RPCRequest>(
        _ tap: TapID,
        program: Program,
        app: AppID,
        request: @Sendable (Int, (String) -> RequestContext) -> Request,
        outcome: (Request.Reply, HostTransaction) async -> TapOutcome
    ) async -> TapOutcome? {
        switch await gateway.collectEffects(of: program, id: tap.rawValue, request: request) {
        case .answered(let reply, let effects):
            let end = await outcome(reply, effects)
            if case .done = end { return await commit(tap, effects, end, app, program) }
            return await finish(tap, end)
        case .failed(let reason): return await fail(tap, reason)
        case .replaced: return await fail(tap, .appChangedMeanwhile)
        case .stopping: return nil
        }
    }

    struct UseStep<Reply: Sendable>: Sendable {
        var outcome: TapOutcome?
        /// The answer, if its effects were committed.
        var reply: Reply?
        /// `true` if the process is gone, and the use with it.
        var isLost = false
    }

    /// Performs a tap in the process of a use, without retries, since a new process would not know the use's state.
    func perform<Request: RPCRequest>(
        _ tap: TapID,
        in use: OpenUse,
        request: @Sendable (Int, (String) -> RequestContext) -> Request,
        outcome: (Request.Reply, HostTransaction) -> TapOutcome
    ) async -> UseStep<Request.Reply> {
        do throws(ProcessFailure) {
            let (reply, effects) = try await gateway.callInTransaction(use.process) { request($0, gateway.context) }
            let end = outcome(reply, effects)
            guard case .done = end else { return UseStep(outcome: await finish(tap, end)) }
            let committed = await commit(tap, effects, end, use.app, use.program)
            guard case .done? = committed else { return UseStep(outcome: committed) }
            return UseStep(outcome: committed, reply: reply)
        } catch {
            switch error.kind {
            case .stopping: return UseStep(outcome: nil, isLost: true)
            case .replaced: return UseStep(outcome: await fail(tap, .extensionUseEnded), isLost: true)
            case .refused, .cancelled: return UseStep(outcome: await fail(tap, error.text))
            case .lost: return UseStep(outcome: await fail(tap, error.text), isLost: true)
            }
        }
    }

    func fail(_ tap: TapID, _ reason: LocalizableText) async -> TapOutcome? {
        await finish(tap, .failed(reason: reason))
    }

    /// Ends a tap without effects, and returns its outcome, which is on disk; `nil` if the store fails.
    func finish(_ tap: TapID, _ outcome: TapOutcome) async -> TapOutcome? {
        do {
            try await committer.store.commit(.tap(.fail(tap, outcome: try outcome.stored())))
            return outcome
        } catch let error as StoreError {
            if error.code == .alreadyFinished { return await stored(tap) }
            logger.error("A tap's end cannot be written down", metadata: ["tap": "\(tap)", "error": "\(error)"])
            return nil
        } catch {
            return nil
        }
    }

    private func commit(
        _ tap: TapID,
        _ effects: HostTransaction,
        _ outcome: TapOutcome,
        _ app: AppID,
        _ program: Program
    ) async -> TapOutcome? {
        let origin = gateway.origin(of: program.identity)
        do {
            let completion = StoreOperation.tap(.finish(tap, outcome: try outcome.stored()))
            try await committer.commit(effects, completing: completion, of: app, origin: origin, isForPerson: true)
            return outcome
        } catch let error as StoreError {
            if error.code == .closed { return nil }
            if error.code == .alreadyFinished { return await stored(tap) }
            return await fail(tap, error.text)
        } catch {
            return await fail(tap, .resultCannotBeStored)
        }
    }

    private func stored(_ tap: TapID) async -> TapOutcome? {
        let record = try? await committer.store.read { try $0.tap(tap) }
        switch record.flatMap(\.self)?.state {
        case .done(let result), .failed(let result): return try? TapOutcome(stored: result.outcome)
        default: return nil
        }
    }
}
