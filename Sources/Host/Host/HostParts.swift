import AsyncPrimitives
import Fetching
import Foundation
import HostClock
import HostStorage
import JSONRPC
import Logging
import ProcessHost
import ServiceLifecycle
import TodayProtocol
import TodayScreen

/// The host's parts, made in the order in which they need one another; nothing is set later.
final class HostParts: Sendable {
    let store: HostStore
    let registry = AppRegistry()
    let sessions = SessionRegistry()
    let taps: TapTracker
    let screen: Screen
    let apps: AppService
    let catalog: AppCatalog
    let notifications: NotificationService
    let messages: MessageService
    private let pushes: PushQueue
    private let inboxes: InboxAppLauncher
    private let widgets: WidgetService
    private let clock: any WallClock
    private let jobs = SessionJobs()
    private let fetcher: Fetcher
    let images: ImageProxy
    private let gateway: ProcessGateway
    private let logger: Logger
    private let observation: ObservationToken

    init(
        configuration: HostConfiguration,
        logger: Logger,
        clock: any WallClock,
        deadlineClock: any Clock<Duration>
    ) async throws(HostError) {
        let folder = configuration.stateDirectory.path(percentEncoded: false)
        do {
            store = try HostStore(folder: folder, logger: logger, now: { clock.now })
        } catch {
            throw HostError(error)
        }
        self.logger = logger
        self.clock = clock
        taps = TapTracker(store: store.durable)
        fetcher = Fetcher(caches: store.caches, logger: logger)
        images = ImageProxy(fetcher: fetcher)
        let refreshRequests = CoalescingQueue<AppID>()
        let sessions = self.sessions
        screen = Screen(
            store: store,
            taps: taps,
            clock: clock,
            epoch: String(UInt64.random(in: 0 ... .max), radix: 36),
            language: configuration.language,
            logger: logger,
            onDayChange: { context in
                for session in sessions.all { session.notify(DayChangedNotification(context: context)) }
            },
            onForegroundChange: { app, isInForeground in
                if isInForeground { refreshRequests.add(app) }
                sessions.session(of: app)?
                    .notify(AppLifecycleNotification(state: isInForeground ? .active : .background))
            }
        )
        messages = MessageService(
            store: store,
            registry: registry,
            screen: screen,
            images: images,
            refreshRequests: refreshRequests,
            clock: clock,
            language: configuration.language,
            logger: logger
        )
        let screenRequests = ScreenRequests(registry: registry, screen: screen)
        let services = SessionServices(
            store: store.durable,
            sessions: sessions,
            jobs: jobs,
            fetcher: fetcher,
            allowedHosts: { [registry] in registry.allowedHosts(of: $0) },
            screen: screenRequests,
            refreshMessages: { refreshRequests.add($0) },
            clock: clock,
            logger: logger
        )
        gateway = try await ProcessGateway(
            configuration: configuration,
            services: services,
            registry: registry,
            deadlineClock: deadlineClock,
            context: { RequestContext(clock, language: $0) }
        )
        let committer = EffectCommitter(store: store.durable, screen: screenRequests)
        let performer = TapPerformer(committer: committer, gateway: gateway, logger: logger)
        widgets = WidgetService(registry: registry, gateway: gateway, taps: performer)
        apps = AppService(registry: registry, gateway: gateway, performer: performer, tracker: taps)
        notifications = NotificationService(
            store: store.durable,
            registry: registry,
            screen: screen,
            requests: screenRequests,
            gateway: gateway,
            committer: committer,
            topics: TopicActionPerformer(store: store.durable, fetcher: fetcher, clock: clock),
            clock: clock,
            language: configuration.language,
            logger: logger
        )
        inboxes = InboxAppLauncher(store: store.durable, registry: registry, gateway: gateway, logger: logger)
        pushes = PushQueue(
            committer: committer,
            registry: registry,
            gateway: gateway,
            waitForMessage: messages.waitForMessage,
            language: configuration.language,
            logger: logger
        )
        catalog = AppCatalog(
            store: store,
            registry: registry,
            screen: screen,
            gateway: gateway,
            stateFolder: folder,
            logger: logger,
            onChange: { [notifications, messages, inboxes] in
                notifications.installedAppsDidChange()
                messages.installedAppsDidChange()
                inboxes.installedAppsDidChange()
            }
        )
        let durable = store.durable
        observation = durable.observe { [sessions, screen, catalog, registry, weak durable] commit in
            sessions.notify(of: commit)
            if let durable {
                sessions.notifySettings(after: commit, readFrom: durable)
                sessions.notifyUnreadCounts(after: commit, readFrom: durable)
            }
            Self.apply(commit, screen, catalog, registry)
        }
        await screen.restoreSnapshots()
        do { try await catalog.refresh() } catch { throw HostError(error) }
        await catalog.sweep()
        screen.setWarnings(gateway.warnings)
    }

    /// Runs every part; on the way out the processes end first, then the store.
    func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.clock.run() }
                group.addTask { await self.jobs.run() }
                group.addTask { await self.screen.run(self.widgets) }
                group.addTask { await self.apps.run() }
                group.addTask { await self.catalog.run() }
                group.addTask { await self.notifications.run() }
                group.addTask { await self.messages.run() }
                group.addTask { await self.pushes.run() }
                group.addTask { await self.inboxes.run() }
                group.addTask { await self.store.messageFiles.run(on: self.store.durable) }
                group.addTask { await self.gateway.run() }
                await self.resumeTaps()
            }
        }
        await fetcher.close()
        await store.close()
    }

    /// Resumes taps of earlier runs that were not finished.
    private func resumeTaps() async {
        do {
            for pending in try await store.durable.read({ try $0.pendingTaps() }) {
                guard let tap = taps.resume(pending.id, payload: pending.payload) else { continue }
                switch pending.target {
                case .widget(let widget): screen.enqueue(tap.id, on: widget)
                case .app(let app): apps.enqueue(tap.id, of: app)
                }
            }
        } catch {
            logger.error("Unanswered taps cannot be read", metadata: ["error": "\(error)"])
        }
    }

    /// Updates the screen and the catalog after a commit; called on the store's writer.
    private static func apply(_ commit: Commit, _ screen: Screen, _ catalog: AppCatalog, _ registry: AppRegistry) {
        var groups: Set<GroupID> = []
        for change in commit.changes {
            switch change {
            case .defaults(let group, _, _): groups.insert(group)
            case .app, .screen, .allowedHosts: catalog.setNeedsRefresh()
            case .tap, .sessions, .setting, .snapshot: break
            case .messages, .messageChangesSynced, .messageRemoved, .bodyWanted, .inboxStale, .cloudLink, .pushes,
                .topics:
                break
            case .schedule, .delivered, .withdrawn, .badge, .authorization, .categories, .responses: break
            }
        }
        for group in groups {
            screen.groupChanged(group)
            for app in registry.all where app.groups[group] != nil { screen.sceneChanged(of: app.id) }
        }
    }
}
