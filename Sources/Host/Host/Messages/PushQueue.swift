import AsyncPrimitives
import HostStorage
import Logging
import ProcessHost
import TodayProtocol

/// Delivers pushes to their apps in the background: at least once, in order per app, until the app acknowledges.
///
/// The acknowledgement is committed together with what the app changed. If an app fails, or exceeds its budget on every
/// attempt, that push counts as failed and the app gets the next one; the log says so.
final class PushQueue: Sendable {
    /// How long an app has for a push.
    static let budget = Duration.milliseconds(AppPushRequest.budgetMilliseconds)

    private let worker: DurableQueueWorker
    private let committer: EffectCommitter
    private let registry: AppRegistry
    private let gateway: ProcessGateway
    private let waitForMessage: @Sendable (MessageID, AppID) async -> Void
    private let language: String
    private let logger: Logger

    /// Makes the queue.
    ///
    /// - Parameters:
    ///   - committer: Commits acknowledgements.
    ///   - registry: Finds the apps.
    ///   - gateway: Calls the apps.
    ///   - waitForMessage: Returns when a message has arrived, or cannot be had now.
    ///   - language: The language of the requests to apps.
    ///   - logger: Receives how each delivery ended.
    init(
        committer: EffectCommitter,
        registry: AppRegistry,
        gateway: ProcessGateway,
        waitForMessage: @escaping @Sendable (MessageID, AppID) async -> Void,
        language: String,
        logger: Logger
    ) {
        worker = DurableQueueWorker(
            store: committer.store,
            clock: gateway.clock,
            logger: logger,
            failureMessage: "Pushes cannot be handed to their apps"
        )
        self.committer = committer
        self.registry = registry
        self.gateway = gateway
        self.waitForMessage = waitForMessage
        self.language = language
        self.logger = logger
    }

    /// Delivers pushes until the task is cancelled, those of earlier runs first.
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
        guard let app = registry.app(queued.app), app.wakesForPushes else {
            let reason = "it has no aps-environment, or no remote-notification among its UIBackgroundModes"
            return await finish(queued, HostTransaction(), .noData, reason)
        }
        if let message = queued.push.messageID { await waitForMessage(message, queued.app) }
        let result = await gateway.collectEffects(of: app.program, id: queued.push.id, deadline: Self.budget) {
            transaction,
            context in
            AppPushRequest(
                push: queued.push,
                budgetMilliseconds: AppPushRequest.budgetMilliseconds,
                transaction: transaction,
                context: context(self.language)
            )
        }
        switch result {
        case .answered(let reply, let effects): return await finish(queued, effects, reply.result, nil)
        case .failed(let reason): return await finish(queued, HostTransaction(), .failed, reason)
        case .stopping: return .stopping
        }
    }

    private func finish(
        _ queued: QueuedPush,
        _ effects: HostTransaction,
        _ result: PushResult,
        _ reason: String?
    ) async -> DurableQueueWorker.Step {
        let completion = StoreOperation.cloud(.finishPush(queued.app, id: queued.push.id))
        let origin = ChangeOrigin.app(queued.app)
        do throws(StoreError) {
            if effects.operations.isEmpty {
                try await worker.complete(completion, origin: origin)
                committer.show(effects, of: queued.app)
            } else {
                try await committer.commit(effects, completing: completion, of: queued.app, origin: origin)
            }
        } catch {
            // The app was removed meanwhile, and the push with it.
            if error.code == .alreadyFinished { return .done }
            if error.code == .closed || effects.operations.isEmpty { return worker.nextStep(after: error) }
            // The effects cannot be stored; the push is complete all the same.
            return await finish(queued, HostTransaction(), .failed, error.message)
        }
        var metadata: Logger.Metadata = [
            "app": "\(queued.app)", "push": "\(queued.push.id)", "result": "\(result.rawValue)",
        ]
        if let reason { metadata["reason"] = "\(reason)" }
        logger.log(level: result == .failed ? .notice : .info, "An app was told of a push", metadata: metadata)
        return .done
    }
}
