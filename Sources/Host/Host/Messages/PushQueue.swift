import HostStorage
import Logging
import ProcessHost
import TodayProtocol

/// Hands pushes to their apps in the background: at least once, in order per app, until they acknowledge.
///
/// The store is the queue. An acknowledgement is committed together with what the app changed. An app that fails, or
/// takes longer than its budget each time it is asked, has failed at that push and gets the next one: the log says so.
final class PushQueue: Sendable {
    /// How long an app has for a push.
    static let budget = Duration.milliseconds(AppPushRequest.budgetMilliseconds)

    private let store: DurableStore
    private let work: DurableQueueWorker
    private let registry: AppRegistry
    private let ask: RetryingProcessCaller
    private let screen: any SessionScreen
    /// Returns when a message is here, or cannot be had now.
    private let arrival: @Sendable (MessageID, AppID) async -> Void
    private let language: String
    private let logger: Logger

    init(
        store: DurableStore,
        registry: AppRegistry,
        ask: RetryingProcessCaller,
        screen: any SessionScreen,
        arrival: @escaping @Sendable (MessageID, AppID) async -> Void,
        language: String,
        logger: Logger
    ) {
        self.store = store
        work = DurableQueueWorker(
            store: store,
            clock: ask.clock,
            logger: logger,
            complaint: "Pushes cannot be handed to their apps"
        )
        self.registry = registry
        self.ask = ask
        self.screen = screen
        self.arrival = arrival
        self.language = language
        self.logger = logger
    }

    /// Hands pushes over until the task is cancelled, those of earlier runs first.
    func run() async {
        await work.run { change in
            if case .pushes(let app) = change { app } else { nil }
        } waiting: { reader in
            try reader.pushedApps()
        } step: { app in
            await self.step(for: app)
        }
    }

    private func step(for app: AppID) async -> KeyedSerialQueue.Step {
        let pending: QueuedPush?
        do throws(StoreError) {
            pending = try await store.read { try $0.nextPush(of: app) }
        } catch {
            return work.trouble(error)
        }
        guard let pending else { return .idle }
        return await handOver(pending)
    }

    private func handOver(_ pending: QueuedPush) async -> KeyedSerialQueue.Step {
        guard let app = registry.app(pending.app), app.wakesForPushes else {
            let reason = "it has no aps-environment, or no remote-notification among its UIBackgroundModes"
            return await finish(pending, HostTransaction(), .noData, reason)
        }
        if let message = pending.push.messageID { await arrival(message, pending.app) }
        let ending = await ask(app.program, about: pending.push.id, deadline: Self.budget) { transaction, context in
            AppPushRequest(
                push: pending.push,
                budgetMilliseconds: AppPushRequest.budgetMilliseconds,
                transaction: transaction,
                context: context(self.language)
            )
        }
        switch ending {
        case .answered(let reply, let effects): return await finish(pending, effects, reply.result, nil)
        case .failed(let reason): return await finish(pending, HostTransaction(), .failed, reason)
        case .stopping: return .stopping
        }
    }

    private func finish(
        _ pending: QueuedPush,
        _ effects: HostTransaction,
        _ result: PushResult,
        _ reason: String?
    ) async -> KeyedSerialQueue.Step {
        let end = StoreOperation.cloud(.finishPush(pending.app, id: pending.push.id))
        let origin = ChangeOrigin.app(pending.app)
        do throws(StoreError) {
            if effects.operations.isEmpty {
                try await work.finish(end, origin: origin)
            } else {
                try await store.commit(StoreTransaction(effects.operations + [end], origin: origin))
            }
        } catch {
            // Forgotten meanwhile, with its app.
            if error.code == .alreadyFinished { return .done }
            if error.code == .closed || effects.operations.isEmpty { return work.trouble(error) }
            // What the app asked for cannot be kept; the push is over all the same.
            return await finish(pending, HostTransaction(), .failed, error.message)
        }
        effects.show(on: screen, of: pending.app)
        var metadata: Logger.Metadata = [
            "app": "\(pending.app)", "push": "\(pending.push.id)", "result": "\(result.rawValue)",
        ]
        if let reason { metadata["reason"] = "\(reason)" }
        logger.log(level: result == .failed ? .notice : .info, "An app was told of a push", metadata: metadata)
        return .done
    }
}
