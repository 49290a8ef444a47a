import HostStorage
import Logging
import Notifications
import ProcessHost
import TodayProtocol

/// Hands responses to their apps: at least once, in order per app, until they acknowledge.
///
/// The store is the queue. An acknowledgement is committed together with what the app changed; an app that fails as often
/// as it is asked leaves the response to the person, and gets the next one.
final class ResponseQueue: Sendable {
    let desk = ResponseTracker()
    private let store: DurableStore
    private let work: DurableQueueWorker
    private let registry: AppRegistry
    private let ask: RetryingProcessCaller
    private let screen: any SessionScreen
    private let language: String
    private let logger: Logger
    private let topics: TopicActionPerformer

    init(
        store: DurableStore,
        registry: AppRegistry,
        ask: RetryingProcessCaller,
        screen: any SessionScreen,
        topics: TopicActionPerformer,
        language: String,
        logger: Logger
    ) {
        self.topics = topics
        self.store = store
        work = DurableQueueWorker(
            store: store,
            clock: ask.clock,
            logger: logger,
            complaint: "Responses to notifications cannot be handed to their apps"
        )
        self.registry = registry
        self.ask = ask
        self.screen = screen
        self.language = language
        self.logger = logger
    }

    /// Hands responses over until the task is cancelled, those of earlier runs first.
    func run() async {
        await withTaskCancellationHandler {
            await work.run { change in
                if case .responses(let app) = change { app } else { nil }
            } waiting: { reader in
                try reader.respondingApps()
            } step: { app in
                await self.step(for: app)
            }
        } onCancel: {
            desk.close()
        }
    }

    private func step(for app: AppID) async -> KeyedSerialQueue.Step {
        let record: ResponseRecord?
        do throws(StoreError) {
            record = try await store.read { try $0.nextResponse(of: app) }
        } catch {
            return work.trouble(error)
        }
        guard let record else { return .idle }
        let ending = await handOver(record)
        desk.finish(record.response.id, ending)
        return switch ending {
        case .acknowledged, .failed: .done
        case .postponed(let error): work.trouble(error)
        case .stopping: .stopping
        }
    }

    private func handOver(_ record: ResponseRecord) async -> ResponseTracker.Ending {
        let id = record.response.id
        switch record.app {
        case ScriptsApp.id: return await acknowledge(record, HostTransaction())
        case TopicsApp.id:
            switch await topics.perform(record.response) {
            case .done(let effects): return await acknowledge(record, effects)
            case .failed(let reason, let effects): return await fail(record, reason, effects.operations)
            }
        default: break
        }
        guard let app = registry.app(record.app) else { return await fail(record, "The app is no longer installed.") }
        let language = desk.language(of: id) ?? self.language
        let ending = await ask(app.program, about: id, repeatsRefused: true) { transaction, context in
            AppRespondRequest(
                response: record.response,
                budgetMilliseconds: Int(RetryingProcessCaller.deadline / .milliseconds(1)),
                transaction: transaction,
                context: context(language)
            )
        }
        switch ending {
        case .answered(_, let effects): return await acknowledge(record, effects)
        case .failed(let reason): return await fail(record, reason)
        case .stopping: return .stopping
        }
    }

    private func acknowledge(_ record: ResponseRecord, _ effects: HostTransaction) async -> ResponseTracker.Ending {
        let end = StoreOperation.response(.acknowledge(record.response.id))
        do throws(StoreError) {
            try await store.commit(StoreTransaction(effects.operations + [end], origin: .app(record.app)))
        } catch {
            switch error.code {
            case .closed: return .stopping
            // Removed meanwhile, with its app.
            case .alreadyFinished, .notFound: return .failed(reason: error.message)
            default: return await fail(record, error.message)
            }
        }
        effects.show(on: screen, of: record.app)
        return .acknowledged(open: effects.open)
    }

    private func fail(
        _ record: ResponseRecord,
        _ reason: String,
        _ effects: [StoreOperation] = []
    ) async -> ResponseTracker.Ending {
        let end = StoreOperation.response(.fail(record.response.id, reason: reason))
        do throws(StoreError) {
            if effects.isEmpty {
                try await work.finish(end) { error in desk.finish(record.response.id, .postponed(error)) }
            } else {
                try await store.commit(StoreTransaction(effects + [end], origin: .host))
            }
        } catch {
            if error.code == .closed { return .stopping }
            // That it failed is written down also where there is no room for what belongs to it.
            if !effects.isEmpty { return await fail(record, reason) }
            if error.code != .alreadyFinished, error.code != .notFound { return .postponed(error) }
        }
        return .failed(reason: reason)
    }
}
