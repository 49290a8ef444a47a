import AsyncPrimitives
import HostModel
import HostStorage
import TodayProtocol

/// Delivers responses to their apps: at least once, in order per app, until the app acknowledges.
///
/// The acknowledgement is committed together with the app's changes. If every attempt fails, the response is marked as
/// failed for the person to retry or discard, and the app gets the next one.
struct ResponseQueue: HostPart {
    let tracker = ResponseTracker()
    private let worker: DurableQueueWorker
    private let services: DeliveryServices
    private let topics: TopicActionPerformer

    init(_ services: DeliveryServices, topics: TopicActionPerformer) {
        worker = services.worker(failureMessage: "Responses to notifications cannot be handed to their apps")
        self.services = services
        self.topics = topics
    }

    func didCommit(_ commit: Commit) {
        for case .responses(let app) in commit.changes { worker.queue.add(app) }
    }

    func run() async {
        await withTaskCancellationHandler {
            await worker.run(waiting: { try $0.respondingApps() }, next: { try $0.nextResponse(of: $1) }) {
                (record) async throws(StoreError) in
                guard let outcome = await deliver(record) else {
                    return .retry(after: ProcessFailure.replacementTime)
                }
                tracker.finish(record.response.id, outcome)
                switch outcome {
                case .acknowledged, .failed: return .done
                case .postponed(let error): throw error
                case .stopping: return .stopping
                }
            }
        } onCancel: {
            tracker.close()
        }
    }

    /// Delivers a response; `nil` if the app was replaced meanwhile, so that it must be called again.
    private func deliver(_ record: ResponseRecord) async -> ResponseTracker.Outcome? {
        let id = record.response.id
        switch record.app {
        case ScriptsApp.id, HostApp.id: return await acknowledge(record, HostTransaction())
        case TopicsApp.id:
            let (failure, effects) = await topics.perform(record.response)
            if let failure { return await fail(record, failure, effects) }
            return await acknowledge(record, effects)
        default: break
        }
        guard let app = services.registry.app(record.app) else {
            return await fail(record, .appNoLongerInstalled)
        }
        let language = tracker.language(of: id) ?? services.language
        let result = await services.gateway.collectEffects(
            of: app.program,
            id: id,
            retriesRefusals: true,
            run: .response
        ) { transaction, context in
            AppRespondRequest(
                response: record.response,
                budgetMilliseconds: Int(ProcessGateway.effectsDeadline / .milliseconds(1)),
                transaction: transaction,
                context: context(language)
            )
        }
        switch result {
        case .answered(_, let effects):
            let outcome = await acknowledge(record, effects)
            if case .acknowledged = outcome { services.appDidRun(record.app) }
            return outcome
        case .failed(let reason): return await fail(record, reason)
        case .replaced: return nil
        case .stopping: return .stopping
        }
    }

    private func acknowledge(_ record: ResponseRecord, _ effects: HostTransaction) async -> ResponseTracker.Outcome {
        let completion = StoreOperation.response(.acknowledge(record.response.id))
        do throws(StoreError) {
            try await services.committer.commit(
                effects,
                completing: completion,
                of: record.app,
                origin: .app(record.app),
                isForPerson: true
            )
            return .acknowledged(open: effects.open, opening: effects.opening)
        } catch {
            switch error.code {
            case .closed: return .stopping
            // The app was removed meanwhile, and the response with it.
            case .alreadyFinished, .notFound: return .failed(reason: error.text)
            default: return await fail(record, error.text)
            }
        }
    }

    private func fail(
        _ record: ResponseRecord,
        _ reason: LocalizableText,
        _ effects: HostTransaction = HostTransaction()
    ) async -> ResponseTracker.Outcome {
        let completion = StoreOperation.response(.fail(record.response.id, reason: reason))
        do throws(StoreError) {
            if effects.operations.isEmpty {
                try await worker.complete(completion) { error in tracker.finish(record.response.id, .postponed(error)) }
            } else {
                try await services.committer.commit(effects, completing: completion, of: record.app, origin: .host)
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
