import AsyncPrimitives
import HostStorage
import Logging
import Notifications
import ProcessHost
import TodayProtocol

/// Delivers responses to their apps: at least once, in order per app, until the app acknowledges.
///
/// The acknowledgement is committed together with what the app changed. If every attempt fails, the response is marked as
/// failed for the person to retry or discard, and the app gets the next one.
final class ResponseQueue: Sendable {
    let tracker = ResponseTracker()
    private let worker: DurableQueueWorker
    private let committer: EffectCommitter
    private let registry: AppRegistry
    private let gateway: ProcessGateway
    private let topics: TopicActionPerformer
    private let language: String

    init(
        committer: EffectCommitter,
        registry: AppRegistry,
        gateway: ProcessGateway,
        topics: TopicActionPerformer,
        language: String,
        logger: Logger
    ) {
        worker = DurableQueueWorker(
            store: committer.store,
            clock: gateway.clock,
            logger: logger,
            failureMessage: "Responses to notifications cannot be handed to their apps"
        )
        self.committer = committer
        self.registry = registry
        self.gateway = gateway
        self.topics = topics
        self.language = language
    }

    /// Delivers responses until the task is cancelled, those of earlier runs first.
    func run() async {
        await withTaskCancellationHandler {
            await worker.run { change in
                if case .responses(let app) = change { app } else { nil }
            } waiting: { reader in
                try reader.respondingApps()
            } next: { reader, app in
                try reader.nextResponse(of: app)
            } deliver: { record in
                let outcome = await self.deliver(record)
                self.tracker.finish(record.response.id, outcome)
                return switch outcome {
                case .acknowledged, .failed: .done
                case .postponed(let error): self.worker.nextStep(after: error)
                case .stopping: .stopping
                }
            }
        } onCancel: {
            tracker.close()
        }
    }

    private func deliver(_ record: ResponseRecord) async -> ResponseTracker.Outcome {
        let id = record.response.id
        switch record.app {
        case ScriptsApp.id: return await acknowledge(record, HostTransaction())
        case TopicsApp.id:
            switch await topics.perform(record.response) {
            case .done(let effects): return await acknowledge(record, effects)
            case .failed(let reason, let effects): return await fail(record, reason, effects)
            }
        default: break
        }
        guard let app = registry.app(record.app) else { return await fail(record, "The app is no longer installed.") }
        let language = tracker.language(of: id) ?? self.language
        let result = await gateway.collectEffects(of: app.program, id: id, retriesRefusals: true) {
            transaction,
            context in
            AppRespondRequest(
                response: record.response,
                budgetMilliseconds: Int(ProcessGateway.effectsDeadline / .milliseconds(1)),
                transaction: transaction,
                context: context(language)
            )
        }
        switch result {
        case .answered(_, let effects): return await acknowledge(record, effects)
        case .failed(let reason): return await fail(record, reason)
        case .stopping: return .stopping
        }
    }

    private func acknowledge(_ record: ResponseRecord, _ effects: HostTransaction) async -> ResponseTracker.Outcome {
        let completion = StoreOperation.response(.acknowledge(record.response.id))
        do throws(StoreError) {
            try await committer.commit(effects, completing: completion, of: record.app, origin: .app(record.app))
            return .acknowledged(open: effects.open)
        } catch {
            switch error.code {
            case .closed: return .stopping
            // The app was removed meanwhile, and the response with it.
            case .alreadyFinished, .notFound: return .failed(reason: error.message)
            default: return await fail(record, error.message)
            }
        }
    }

    private func fail(
        _ record: ResponseRecord,
        _ reason: String,
        _ effects: HostTransaction = HostTransaction()
    ) async -> ResponseTracker.Outcome {
        let completion = StoreOperation.response(.fail(record.response.id, reason: reason))
        do throws(StoreError) {
            if effects.operations.isEmpty {
                try await worker.complete(completion) { error in tracker.finish(record.response.id, .postponed(error)) }
            } else {
                try await committer.commit(effects, completing: completion, of: record.app, origin: .host)
            }
        } catch {
            if error.code == .closed { return .stopping }
            // The failure is recorded even if there is no room for the effects.
            if !effects.operations.isEmpty { return await fail(record, reason) }
            if error.code != .alreadyFinished, error.code != .notFound { return .postponed(error) }
        }
        return .failed(reason: reason)
    }
}
