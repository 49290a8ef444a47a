import AsyncPrimitives
import DeviceSync
import HostModel
import HostStorage
import Logging
import TodayProtocol

/// Delivers pushes to their apps in the background: at least once, in order per app, until the app acknowledges.
///
/// The acknowledgement is committed together with the app's changes. If an app fails, or exceeds its budget on every
/// attempt, that push counts as failed and is logged, and the app gets the next one.
struct PushQueue: HostPart {
    static let budget = Duration.milliseconds(AppPushRequest.budgetMilliseconds)

    private let worker: DurableQueueWorker
    private let services: DeliveryServices
    private let link: DeviceLink

    init(_ services: DeliveryServices, link: DeviceLink) {
        worker = services.worker(failureMessage: "Pushes cannot be handed to their apps")
        self.services = services
        self.link = link
    }

    func didCommit(_ commit: Commit) {
        for case .pushes(let app) in commit.changes { worker.queue.add(app) }
    }

    func run() async {
        await worker.run(waiting: { try $0.pushedApps() }, next: { try $0.nextPush(of: $1) }, deliver: deliver)
    }

    private func deliver(_ queued: QueuedPush) async throws(StoreError) -> DurableQueueWorker.Step {
        let isAboutRecords = queued.push.records != nil
        guard let app = services.registry.app(queued.app), isAboutRecords ? app.wakesForRecords : app.wakesForPushes
        else {
            let reason: LocalizableText = "it has no entitlement, or no remote-notification among its UIBackgroundModes"
            return try await finish(queued, HostTransaction(), .noData, reason)
        }
        // An app that got a push before its message would not look for the message until the list changes.
        if let message = queued.push.messageID { await link.waitForMessage(message, of: queued.app) }
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
            let step = try await finish(queued, effects, reply.result, nil)
            if step == .done { services.appDidRun(queued.app) }
            return step
        case .failed(let reason): return try await finish(queued, HostTransaction(), .failed, reason)
        case .replaced(let wait): return .retry(after: wait)
        case .stopping: return .stopping
        }
    }

    private func finish(
        _ queued: QueuedPush,
        _ effects: HostTransaction,
        _ result: PushResult,
        _ reason: LocalizableText?
    ) async throws(StoreError) -> DurableQueueWorker.Step {
        let completion = StoreOperation.cloud(
            .finishPush(queued.app, id: queued.push.id, foundNewData: result == .newData)
        )
        do throws(StoreError) {
            guard try await worker.finish(effects, completing: completion, of: queued.app, services.committer) else {
                return .done
            }
        } catch {
            guard error.code != .closed, !effects.operations.isEmpty else { throw error }
            // The effects cannot be stored; the push is complete all the same.
            return try await finish(queued, HostTransaction(), .failed, error.text)
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
