import AsyncPrimitives
import Foundation
import HostClock
import HostModel
import HostStorage
import Logging
import Notifications
import ProcessHost
import Synchronization
import TodayProtocol
import TodayScreen

struct NotificationService: HostPart {
    static let presentationDeadline = Duration.seconds(2)

    let reader: NotificationReader
    let subscribers: NotificationSubscribers
    let lock: PasscodeLock
    let responder: NotificationResponder
    let scripts: ScriptNotificationService
    private let scheduler: NotificationScheduler
    private let queue: ResponseQueue
    private let texts: BundleTextCache

    init(_ services: DeliveryServices, topics: TopicActionPerformer) {
        let (store, gateway) = (services.store, services.gateway)
        let (screen, clock, registry) = (services.host.screen, services.host.clock, services.registry)
        texts = BundleTextCache(registry: registry)
        reader = NotificationReader(store: store, texts: texts, clock: clock, logger: services.logger)
        subscribers = NotificationSubscribers(store: store, reader: reader, clock: clock, epoch: screen.epoch)
        lock = PasscodeLock(store: store, clock: clock)
        queue = ResponseQueue(services, topics: topics)
        responder = NotificationResponder(
            store: store,
            registry: registry,
            lock: lock,
            responses: queue.tracker,
            reminder: services.reminder
        )
        scripts = ScriptNotificationService(services.host)
        scheduler = NotificationScheduler(store: store, clock: clock, logger: services.logger) { app in
            screen.isInForeground(app)
        } present: { app, notification in
            guard let program = registry.app(app)?.program else { return nil }
            let request = AppPresentRequest(
                notification: notification,
                pages: Array(screen.pages(of: app).prefix(AppPresentRequest.pageLimit)),
                context: gateway.context(services.language)
            )
            return await Self.present(request, to: program, gateway)
        }
    }

    func didCommit(_ commit: Commit) {
        queue.didCommit(commit)
        scripts.didCommit(commit)
    }

    func run() async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.queue.run() }
                group.addTask { await self.scheduler.run() }
                group.addTask { await self.scripts.run() }
                group.addTask { await self.subscribers.run() }
            }
        } onCancel: {
            scripts.close()
        }
    }

    func appsDidChange(_ registry: AppRegistry) {
        texts.forget()
        subscribers.textsDidChange()
    }

    /// Asks an app that is open how a notification appears; an app that fails or is late is not asked again, and the
    /// process goes on.
    private static func present(
        _ request: AppPresentRequest,
        to program: Program,
        _ gateway: ProcessGateway
    ) async -> Set<NotificationPresentationOption>? {
        do {
            return try await withDeadline(presentationDeadline, clock: gateway.clock) {
                try await gateway.call(request, of: program, deadline: ProcessGateway.effectsDeadline).options
            }
        } catch {
            gateway.logger.info(
                "An app does not say how a notification shows",
                metadata: ["app": "\(program.identity)", "reason": "\(error)"]
            )
            return nil
        }
    }
}

final class BundleTextCache: NotificationTexts {
    private struct Key: Hashable {
        var path: String
        var language: String
    }

    private static let limit = 128

    private let registry: AppRegistry
    private let known = Mutex<[Key: LocalizedStrings]>([:])

    init(registry: AppRegistry) { self.registry = registry }

    func title(of app: AppID, in language: String) -> String {
        BuiltInApp.title(of: app, in: language) ?? registry.app(app)?.title.text(in: language) ?? app.rawValue
    }

    func isTitle(_ text: String, of app: AppID) -> Bool {
        guard let title = registry.app(app)?.title else { return false }
        return title.fallback == text || title.translations.values.contains(text)
    }

    func hasPage(_ app: AppID) -> Bool { registry.app(app)?.url != nil }

    func strings(of app: AppID, in language: String) -> LocalizedStrings {
        if app == HostApp.id || app == ScriptsApp.id { return HostTexts.strings(in: language) }
        guard let path = registry.app(app)?.path else { return LocalizedStrings() }
        let key = Key(path: path, language: language)
        if let strings = known.withLock({ $0[key] }) { return strings }
        let bundle = BundleStrings(bundle: path)
        let order = LocalizedStrings.order(for: language, of: bundle.languages)
        let strings = LocalizedStrings(order.map(bundle.table))
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[key] = strings
        }
        return strings
    }

    /// Forgets every text: an app was installed, replaced or removed.
    func forget() { known.withLock { $0 = [:] } }
}
