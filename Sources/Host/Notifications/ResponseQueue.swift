import HostStore
import Logging
import Notifications
import ProcessHost
import Synchronization
import TodayProtocol
import TodayScreen

/// Hands responses to their apps: at least once, in order per app, until they acknowledge.
///
/// The store is the queue. An acknowledgement is committed together with what the app changed; an app that fails as often
/// as it is asked leaves the response to the person, and gets the next one.
final class ResponseQueue: Sendable {
    private struct State {
        /// The apps whose responses are being handed over; `true` if something came meanwhile.
        var busy: [AppID: Bool] = [:]
    }

    let desk = ResponseDesk()
    private let store: PromiseStore
    private let registry: AppRegistry
    private let ask: RepeatedAsk
    private let screen: any SessionScreen
    private let language: String
    private let logger: Logger
    private let state = Mutex(State())
    private let work = WorkList<AppID>()

    init(
        store: PromiseStore,
        registry: AppRegistry,
        ask: RepeatedAsk,
        screen: any SessionScreen,
        language: String,
        logger: Logger
    ) {
        self.store = store
        self.registry = registry
        self.ask = ask
        self.screen = screen
        self.language = language
        self.logger = logger
    }

    /// Hands responses over until the task is cancelled, those of earlier runs first.
    func run() async {
        let observation = store.observe { [work] commit in
            for case .responses(let app) in commit.changes { work.add(app) }
        }
        defer { observation.cancel() }
        do {
            for app in try await store.read({ try $0.respondingApps() }) { work.add(app) }
        } catch {
            logger.error("Responses to notifications cannot be read", metadata: ["error": "\(error)"])
        }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await app in work.items {
                    work.begin(app)
                    group.addTask { await self.drive(app) }
                }
                group.cancelAll()
            }
        } onCancel: {
            work.finish()
            desk.close()
        }
    }

    private func drive(_ app: AppID) async {
        let isFirst = state.withLock { state in
            guard state.busy[app] == nil else {
                state.busy[app] = true
                return false
            }
            state.busy[app] = false
            return true
        }
        guard isFirst else { return }
        repeat {
            while !Task.isCancelled, let record = await next(of: app) {
                let ending = await handOver(record)
                desk.finish(record.response.id, ending)
                guard ending != .stopping else {
                    state.withLock { $0.busy[app] = nil }
                    return
                }
            }
        } while !isDone(app)
    }

    private func isDone(_ app: AppID) -> Bool {
        state.withLock { state in
            guard state.busy[app] == true else {
                state.busy[app] = nil
                return true
            }
            state.busy[app] = false
            return false
        }
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
        guard record.app != ScriptsApp.id else { return await acknowledge(record, HostTransaction()) }
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

    private func fail(_ record: ResponseRecord, _ reason: String) async -> ResponseDesk.Ending {
        do throws(StoreError) {
            try await store.commit(.response(.fail(record.response.id, reason: reason)))
        } catch {
            if error.code == .closed { return .stopping }
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
