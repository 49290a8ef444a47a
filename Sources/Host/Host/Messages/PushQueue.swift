import AsyncPrimitives
import HostModel
import HostStorage
import Logging
import TodayProtocol

/// Delivers pushes to their apps in the background: at least once, in order per app, until the app acknowledges.
///
/// The acknowledgement is committed together with the app's changes. If an app fails, or exceeds its budget on every
/// attempt, that push counts as failed and is logged, and the app gets the next one.
final class PushQueue: Sendable {
    /// The time limit for one push.
    static let budget = Duration.milliseconds(AppPushRequest.budgetMilliseconds)

    private let worker: DurableQueueWorker
    private let services: DeliveryServices
    private let waitForMessage: @Sendable (MessageID, AppID) async -> Void
    private let appDidRun: @Sendable (AppID) -> Void

    /// Creates the queue; ``run()`` delivers pushes.
    ///
    /// - Parameters:
    ///   - services: The dependencies that all delivery queues share.
    ///   - waitForMessage: Returns when a message has arrived, or cannot be fetched now.
    ///   - appDidRun: Called after an app handled a push.
    init(
        _ services: DeliveryServices,
        waitForMessage: @escaping @Sendable (MessageID, AppID) async -> Void,
        appDidRun: @escaping @Sendable (AppID) -> Void
    ) {
        worker = services.worker(failureMessage: "Pushes cannot be handed to their apps")
        self.services = services
        self.waitForMessage = waitForMessage
        self.appDidRun = appDidRun
    }

    /// Delivers pushes until the task is cancelled, beginning with those left from earlier runs.
    func run() async {
        await worker.run { change in
            if case .pushes(let app) = change { app } else { nil }
        } waiting: { reader in
            try reader.pushedApps()
        } next: { reader, app in
            try reader.nextPush(of: app)
        } deliver: { push in
            await self.deliver(push)
        }
    }

    private func deliver(_ queued: QueuedPush) async -> DurableQueueWorker.Step {
        let isAboutRecords = queued.push.records != nil
        guard let app = services.registry.app(queued.app), isAboutRecords ? app.wakesForRecords : app.wakesForPushes
        else {
            let reason: LocalizableText = "it has no entitlement, or no remote-notification among its UIBackgroundModes"
            return await finish(queued, HostTransaction(), .noData, reason)
        }
        if let message = queued.push.messageID { await waitForMessage(message, queued.app) }
        let result = await services.gateway.collectEffects(
            of: app.program,
            id: queued.push.id,
            deadline: Self.budget,
            run: .push
        ) { transaction, context in
            AppPushRequest(
                push: queued.push,
                budgetMilliseconds: AppPushRequest.budgetMilliseconds,
                transaction: transaction,
                context: context(services.language)
            )
        } result: { reply in
            reply.result
        } problem: { reply in
            reply.result == .failed ? "The app could not determine whether there was new data." : nil
        }
        switch result {
        case .answered(let reply, let effects):
            let step = await finish(queued, effects, reply.result, nil)
            if step == .done { appDidRun(queued.app) }
            return step
        case .failed(let reason): return await finish(queued, HostTransaction(), .failed, reason)
        case .replaced(let wait): return .retry(after: wait)
        case .stopping: return .stopping
        }
    }

    private func finish(
        _ queued: QueuedPush,
        _ effects: HostTransaction,
        _ result: PushResult,
        _ reason: LocalizableText?
    ) async -> DurableQueueWorker.Step {
        let completion = StoreOperation.cloud(
            .finishPush(queued.app, id: queued.push.id, foundNewData: result == .newData)
        )
        let origin = ChangeOrigin.app(queued.app)
        do throws(StoreError) {
            if effects.operations.isEmpty {
                try await worker.complete(completion, origin: origin)
                services.committer.show(effects, of: queued.app)
            } else {
                try await services.committer.commit(effects, completing: completion, of: queued.app, origin: origin)
            }
        } catch {
            // The app was removed meanwhile, and the push with it.
            if error.code == .alreadyFinished { return .done }
            if error.code == .closed || effects.operations.isEmpty { return worker.nextStep(after: error) }
            // The effects cannot be stored; the push is complete all the same.
            return await finish(queued, HostTransaction(), .failed, error.text)
        }
        var metadata: Logger.Metadata = [
            "app": "\(queued.app)", "push": "\(queued.push.id)", "result": "\(result.rawValue)",
        ]
        if let reason { metadata["reason"] = "\(reason.english)" }
        services.logger.log(
            level: result == .failed ? .notice : .info,
            "An app was told of a push",
            metadata: metadata
        )
        return .done
    }
}
