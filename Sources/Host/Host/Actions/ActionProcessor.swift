import AsyncPrimitives
import Foundation
import HostClock
import HostModel
import HostStorage
import Logging
import Synchronization
import TodayProtocol

/// Runs apps in the background to process their queued actions, one batch of an app at a time.
///
/// Delivery is at least once, and in order within a group. The acknowledgement is committed together with the app's
/// changes. A failed attempt is retried after a back-off that the store keeps, and blocks only its own group meanwhile;
/// after ``HostStorage/ActionBackoff/attemptLimit`` attempts the action is set aside for the person.
final class ActionProcessor: HostPart {
    static let budget = Duration.milliseconds(AppProcessRequest.budgetMilliseconds)

    private struct PendingRun: Sendable {
        var app: AppID
        var request: ProcessingRequests.Request?
        var batch: ActionBatch?
    }

    private let worker: DurableQueueWorker
    private let services: DeliveryServices
    private let requests: ProcessingRequests
    private let clock: any WallClock
    /// `true` if enqueued actions start their app; otherwise only requests do.
    private let wakesForActions: Bool
    /// The reduced batch sizes of apps whose last batch failed.
    private let limits = Mutex<[AppID: Int]>([:])
    private let changed = Signal()

    init(_ services: DeliveryServices) {
        requests = services.host.processing
        worker = services.worker(failureMessage: "Actions cannot be handed to their apps", queue: requests.queue)
        self.services = services
        clock = services.host.clock
        wakesForActions = services.host.configuration.wakesForActions
    }

    func didCommit(_ commit: Commit) {
        for change in commit.changes {
            switch change {
            case .actions(let app, _):
                changed.raise()
                requests.queue.add(app)
            case .appRun: changed.raise()
            default: break
            }
        }
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.runTimers() }
            await worker.run(
                waiting: { try $0.appsWithActions() },
                next: { try self.nextRun(of: $1, $0) },
                deliver: perform
            )
            group.cancelAll()
        }
    }

    // MARK: - Runs

    private func nextRun(of app: AppID, _ reader: DurableReader) throws -> PendingRun? {
        let request = requests.request(for: app)
        guard request != nil || wakesForActions else { return nil }
        let batch = try reader.nextActions(
            of: app,
            now: clock.now,
            ignoringBackoffBefore: request?.ignoresBackoffBefore,
            // Actions of a revoked group wait until the person restores the right to it.
            except: services.registry.app(app)?.revokedGroups ?? [],
            limit: limits.withLock { $0[app] } ?? ActionOperation.batchLimit
        )
        guard batch != nil || request != nil else { return nil }
        if batch == nil, request?.reason == .opened, try !reader.hasActionQueue(app) {
            // The app has never enqueued an action, so there is nothing to process.
            requests.didRun(app)
            return PendingRun(app: app, request: requests.request(for: app), batch: nil)
        }
        return PendingRun(app: app, request: request, batch: batch)
    }

    private func perform(_ run: PendingRun) async throws(StoreError) -> DurableQueueWorker.Step {
        guard let app = services.registry.app(run.app) else {
            // The app was removed, and its actions with it.
            if let request = run.request { requests.finish(request, of: run.app) }
            return .idle
        }
        if let batch = run.batch { return try await process(batch, of: app, run.request) }
        guard let request = run.request else { return .idle }
        if request.runsWithoutActions {
            let step = try await runWithoutActions(app, request)
            guard step == .done else { return step }
        }
        requests.finish(request, of: run.app)
        return .done
    }

    private func process(
        _ read: ActionBatch,
        of app: HostedApp,
        _ request: ProcessingRequests.Request?
    ) async throws(StoreError) -> DurableQueueWorker.Step {
        let batch = try await markDelivered(read)
        guard !batch.actions.isEmpty else { return .done }
        let answer: (AppProcessRequest.Reply, HostTransaction)
        do throws(ProcessFailure) {
            answer = try await services.gateway.collectEffectsOnce(
                of: app.program,
                deadline: Self.budget,
                run: .actions
            ) { transaction, context in
                AppProcessRequest(
                    group: batch.group,
                    actions: batch.actions.map { AppProcessRequest.Delivery($0) },
                    reason: request?.reason ?? .actions,
                    transaction: transaction,
                    context: context(services.language)
                )
            } problem: { reply in
                reply.failed?.first?.reason
            }
        } catch {
            if error.kind == .stopping { return .stopping }
            // The app did not receive the batch because it crashed recently, or was replaced before it finished.
            guard error.outcome != nil else {
                try await services.store.commit(.action(.release(batch.numbers)))
                return .retry(after: error.retryAfter ?? DurableQueueWorker.retryDelay)
            }
            requests.didRun(app.id)
            return try await fail(batch, error.text)
        }
        requests.didRun(app.id)
        return try await finish(batch, answer.0, answer.1)
    }

    /// Marks actions as delivered, and returns those that were not withdrawn since they were read.
    private func markDelivered(_ batch: ActionBatch) async throws(StoreError) -> ActionBatch {
        let receipt = try await services.store.commit(.action(.deliver(batch.numbers)))
        guard case .delivering(let numbers)? = receipt.outcomes.first else { return batch }
        var batch = batch
        batch.actions.removeAll { !numbers.contains($0.number) }
        return batch
    }

    private func finish(
        _ batch: ActionBatch,
        _ reply: AppProcessRequest.Reply,
        _ effects: HostTransaction
    ) async throws(StoreError) -> DurableQueueWorker.Step {
        let given = Set(batch.actions.map(\.action.id))
        let reasons = (reply.failed ?? []).map { failure in
            (failure.id, services.gateway.text(ofFailure: failure.reason, of: batch.app))
        }
        let failed = Dictionary(reasons) { first, _ in first }.filter { given.contains($0.key) }
        let processed = given.intersection(reply.processed).subtracting(failed.keys)
        let strangers = Set(reply.processed).subtracting(given).count
        if strangers > 0 {
            services.logger.notice(
                "An app names actions as processed that it was not given",
                metadata: ["app": "\(batch.app)", "count": "\(strangers)"]
            )
        }
        // Without an acknowledgement, the app's changes are dropped, since they are committed only together with one.
        let effects = processed.isEmpty ? HostTransaction() : effects
        let completion = StoreOperation.action(.finish(batch, processed: processed, failed: failed))
        do throws(StoreError) {
            guard try await worker.finish(effects, completing: completion, of: batch.app, services.committer) else {
                return .done
            }
        } catch {
            guard error.code != .closed, !error.isTransient else { throw error }
            return try await fail(batch, error.text)
        }
        let count = batch.actions.count
        limits.withLock { limits in
            guard let limit = limits[batch.app], !processed.isEmpty else { return }
            limits[batch.app] = count < limit ? limit : limit * 2 < ActionOperation.batchLimit ? limit * 2 : nil
        }
        services.logger.info(
            "An app processed actions",
            metadata: ["app": "\(batch.app)", "processed": "\(processed.count)", "failed": "\(failed.count)"]
        )
        return .done
    }

    private func fail(_ batch: ActionBatch, _ reason: LocalizableText) async throws(StoreError)
        -> DurableQueueWorker.Step
    {
        // Smaller batches isolate the action that the app cannot process, so that fewer others fail along with it.
        limits.withLock { $0[batch.app] = max(1, batch.actions.count / 2) }
        try await worker.complete(.action(.fail(batch, reason: reason)))
        services.logger.notice(
            "An app failed to process actions",
            metadata: ["app": "\(batch.app)", "first": "\(batch.actions[0].number)", "reason": "\(reason.english)"]
        )
        return .done
    }

    /// Runs an app although its queue is empty; `done` if the request is finished, however the run ended.
    private func runWithoutActions(
        _ app: HostedApp,
        _ request: ProcessingRequests.Request
    ) async throws(StoreError) -> DurableQueueWorker.Step {
        let result = await services.gateway.collectEffects(
            of: app.program,
            id: request.reason.rawValue,
            deadline: Self.budget,
            run: .wake
        ) { transaction, context in
            AppProcessRequest(
                group: nil,
                actions: [],
                reason: request.reason,
                transaction: transaction,
                context: context(services.language)
            )
        }
        switch result {
        case .answered(_, let effects):
            let completion = StoreOperation.action(.recordRun(app.id, hasProcessed: true))
            do throws(StoreError) {
                try await services.committer.commit(effects, completing: completion, of: app.id, origin: .app(app.id))
            } catch {
                if error.code == .closed { return .stopping }
                services.logger.error(
                    "What an app changed cannot be kept",
                    metadata: ["app": "\(app.id)", "error": "\(error)"]
                )
            }
            return .done
        case .failed: return .done
        case .replaced(let wait): return .retry(after: wait)
        case .stopping: return .stopping
        }
    }

    // MARK: - Times

    /// Runs apps whose actions become due, and reminds the person of queues that have waited too long.
    private func runTimers() async {
        while let next = await worker.retrying(addDue) { _ = await clock.wait(until: next, or: changed) }
    }

    /// Adds the apps whose actions are due now to the queue, and updates the reminders; returns the next time to do so.
    private func addDue() async throws(StoreError) -> Date? {
        let now = clock.now
        let schedules = try await services.store.read { [wait = services.reminder.wait] in
            try $0.actionSchedules(now: now, wait: wait)
        }
        var next: Date?
        for schedule in schedules {
            if wakesForActions {
                if schedule.isDue { requests.queue.add(schedule.app) }
                next = [next, schedule.nextAttempt].compactMap(\.self).min()
            }
            let request = try await services.reminder.update(schedule, now: now)
            next = [next, request].compactMap(\.self).min()
        }
        return next
    }
}

extension AppProcessRequest.Delivery {
    fileprivate init(_ record: ActionRecord) {
        self.init(
            id: record.action.id,
            payload: record.action.payload,
            enqueued: record.action.enqueued,
            attempt: record.action.attempts + 1
        )
    }
}
