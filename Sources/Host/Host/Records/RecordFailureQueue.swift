import AsyncPrimitives
import HostModel
import HostStorage
import Logging
import Synchronization
import TodayProtocol

/// Delivers failed changes of records to their apps: at least once, in order per app, until the app acknowledges.
///
/// A failure is the only notice that the app gets of a lost change, so delivery is never given up: an app that fails is
/// retried after a minute, with a back-off of up to an hour.
final class RecordFailureQueue: HostPart {
    static let budget = Duration.milliseconds(AppRecordsRequest.budgetMilliseconds)

    private let worker: DurableQueueWorker
    private let services: DeliveryServices
    private let backoffs = Mutex<[AppID: Backoff]>([:])

    init(_ services: DeliveryServices) {
        worker = services.worker(failureMessage: "Failures of records cannot be handed to their apps")
        self.services = services
    }

    func didCommit(_ commit: Commit) {
        for case .recordFailures(let app) in commit.changes { worker.queue.add(app) }
    }

    func run() async {
        await worker.run(
            waiting: { try $0.appsWithRecordFailures() },
            next: { try $0.nextRecordFailures(of: $1) },
            deliver: deliver
        )
    }

    private func deliver(_ batch: RecordFailureBatch) async throws(StoreError) -> DurableQueueWorker.Step {
        // An app that is not installed any more has no failures.
        guard let app = services.registry.app(batch.app), !batch.failures.isEmpty else {
            return try await finish(batch, HostTransaction())
        }
        let result = await services.gateway.collectEffects(
            of: app.program,
            id: "records-\(batch.last)",
            deadline: Self.budget,
            retriesRefusals: true,
            run: .records
        ) { transaction, context in
            AppRecordsRequest(
                failures: batch.failures,
                budgetMilliseconds: AppRecordsRequest.budgetMilliseconds,
                transaction: transaction,
                context: context(services.language)
            )
        }
        switch result {
        case .answered(_, let effects): return try await finish(batch, effects)
        case .failed(let reason): return retry(batch, reason)
        case .replaced(let wait): return .retry(after: wait)
        case .stopping: return .stopping
        }
    }

    private func finish(_ batch: RecordFailureBatch, _ effects: HostTransaction) async throws(StoreError)
        -> DurableQueueWorker.Step
    {
        let completion = StoreOperation.records(.finishFailures(batch.app, through: batch.last))
        do throws(StoreError) {
            guard try await worker.finish(effects, completing: completion, of: batch.app, services.committer) else {
                return .done
            }
        } catch {
            guard error.code != .closed, !effects.operations.isEmpty else { throw error }
            return retry(batch, error.text)
        }
        backoffs.withLock { $0[batch.app] = nil }
        services.logger.info(
            "An app was told of failed records",
            metadata: ["app": "\(batch.app)", "number": "\(batch.failures.count)"]
        )
        return .done
    }

    private func retry(_ batch: RecordFailureBatch, _ reason: LocalizableText) -> DurableQueueWorker.Step {
        services.logger.notice(
            "An app does not take its failed records",
            metadata: ["app": "\(batch.app)", "reason": "\(reason.english)"]
        )
        let wait = backoffs.withLock {
            $0[batch.app, default: Backoff(first: .seconds(60), longest: .seconds(3600))].next()
        }
        return .retry(after: wait)
    }
}
