import HostStore
import Logging
import Notifications
import ProcessHost
import TodayProtocol

/// Hands responses to their apps: at least once, in order per app, until they acknowledge.
///
/// The store is the queue. An acknowledgement is committed together with what the app changed; an app that fails as often
/// as it is asked leaves the response to the person, and gets the next one.
final class ResponseQueue: Sendable {
    let desk = ResponseDesk()
    private let store: PromiseStore
    private let registry: AppRegistry
    private let ask: RepeatedAsk
    private let screen: any SessionScreen
    private let language: String
    private let logger: Logger
    private let topics: TopicsDesk
    private let lanes = AppLanes()

    init(
        store: PromiseStore,
        registry: AppRegistry,
        ask: RepeatedAsk,
        screen: any SessionScreen,
        topics: TopicsDesk,
        language: String,
        logger: Logger
    ) {
        self.topics = topics
        self.store = store
        self.registry = registry
        self.ask = ask
        self.screen = screen
        self.language = language
        self.logger = logger
    }

    /// Hands responses over until the task is cancelled, those of earlier runs first.
    func run() async {
        let observation = store.observe { [lanes] commit in
            for case .responses(let app) in commit.changes { lanes.add(app) }
        }
        defer { observation.cancel() }
        do {
            for app in try await store.read({ try $0.respondingApps() }) { lanes.add(app) }
        } catch {
            logger.error("Responses to notifications cannot be read", metadata: ["error": "\(error)"])
        }
        await withTaskCancellationHandler {
            await lanes.run { await self.step(for: $0) }
        } onCancel: {
            desk.close()
        }
    }

    private func step(for app: AppID) async -> AppLanes.Step {
        guard let record = await next(of: app) else { return .idle }
        let ending = await handOver(record)
        desk.finish(record.response.id, ending)
        return ending == .stopping ? .stopping : .done
    }

    private func next(of app: AppID) async -> ResponseRecord? {
        do {
            return try await store.read { try $0.nextResponse(of: app) }
        } catch {
            if error.code != .closed {
                logger.error("Responses to notifications cannot be read", metadata: ["error": "\(error)"])
            }
            return nil
        }
    }

    private func handOver(_ record: ResponseRecord) async -> ResponseDesk.Ending {
        let id = record.response.id
        switch record.app {
        case ScriptsApp.id: return await acknowledge(record, HostTransaction())
        case TopicsApp.id:
            switch await topics.carryOut(record.response) {
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
                budgetMilliseconds: Int(RepeatedAsk.deadline / .milliseconds(1)),
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

    private func acknowledge(_ record: ResponseRecord, _ effects: HostTransaction) async -> ResponseDesk.Ending {
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
    ) async -> ResponseDesk.Ending {
        do throws(StoreError) {
            let end = StoreOperation.response(.fail(record.response.id, reason: reason))
            try await store.commit(StoreTransaction(effects + [end], origin: .host))
        } catch {
            if error.code == .closed { return .stopping }
            // That it failed is written down also where there is no room for what belongs to it.
            if !effects.isEmpty { return await fail(record, reason) }
            if error.code != .alreadyFinished, error.code != .notFound {
                logger.error(
                    "That an app failed at a response cannot be written down",
                    metadata: ["app": "\(record.app)", "error": "\(error)"]
                )
                return .stopping
            }
        }
        return .failed(reason: reason)
    }
}
