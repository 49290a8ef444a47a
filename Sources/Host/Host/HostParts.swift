import AsyncPrimitives
import DeviceSync
import Fetching
import Foundation
import HostClock
import HostModel
import HostStorage
import Logging
import ProcessHost
import ServiceLifecycle
import TodayProtocol
import TodayScreen

/// The host's components, created in the order of their dependencies; none is set later.
final class HostParts: Sendable {
    let store: HostStore
    let registry = AppRegistry()
    /// The log lines about each app.
    let appLog: AppLog
    let sessions = SessionRegistry()
    let taps: TapTracker
    let screen: Screen
    let apps: AppService
    let catalog: AppCatalog
    let uploads: BundleUploads
    let notifications: NotificationService
    let messages: MessageService
    let complications: ComplicationSubscribers
    private let pushes: PushQueue
    /// The pending requests to run apps for their action queues.
    let processing: ProcessingRequests
    private let actions: ActionProcessor
    private let scheduledWakes: ScheduledWakes
    private let recordFailures: RecordFailureQueue
    private let inboxes: InboxAppLauncher
    private let silence: SilenceMonitor
    private let widgets: WidgetService
    let clock: any WallClock
    let stateFolder: URL
    private let jobs = SessionJobs()
    let fetcher: Fetcher
    let images: ImageProxy
    let audit: AuditRecorder
    let topicActions: TopicActionPerformer
    let gateway: ProcessGateway
    let groupLimit: GroupLimitSetting
    private let excesses: ExcessRecorder
    private let keychain: KeychainCipher
    private let logger: Logger
    private let observation: ObservationToken
    private let copyIsNeeded = Signal()

    init(
        configuration: HostConfiguration,
        logger: Logger,
        clock: any WallClock,
        deadlineClock: any Clock<Duration>
    ) async throws(HostError) {
        let folder = configuration.stateDirectory.path(percentEncoded: false)
        appLog = AppLog(registry: registry, now: { clock.now })
        let logger = appLog.logger(over: logger)
        do {
            let bytes = configuration.appBytes
            store = try HostStore(folder: folder, appBytes: bytes, logger: logger, now: { clock.now })
        } catch {
            throw HostError(error)
        }
        do { uploads = try BundleUploads(stateFolder: folder, clock: clock) } catch {
            throw HostError(.stateUnavailable, "The state folder cannot be used: \(error).", cause: error)
        }
        self.logger = logger
        self.clock = clock
        stateFolder = configuration.stateDirectory
        taps = TapTracker(store: store.durable)
        fetcher = Fetcher(caches: store.caches, logger: logger)
        images = ImageProxy(fetcher: fetcher)
        let refreshRequests = CoalescingQueue<AppID>()
        let (sessions, copyIsNeeded) = (self.sessions, self.copyIsNeeded)
        processing = ProcessingRequests(clock: clock)
        let policy = try await ProcessGateway.sandboxPolicy(configuration, logger: logger)
        screen = Screen(
            store: store,
            taps: taps,
            clock: clock,
            epoch: String(UInt64.random(in: 0 ... .max), radix: 36),
            language: configuration.language,
            unseenUpdateLimit: configuration.unseenUpdateLimit,
            power: PowerSupplies(folder: configuration.powerSupplyFolder),
            warnings: [policy.status.warning].compactMap(\.self),
            standardError: { [appLog] in appLog.standardError(of: $0.rawValue, since: $1).map(\.text) },
            logger: logger,
            onDayChange: { [registry, processing, copyIsNeeded] context in
                copyIsNeeded.raise()
                for session in sessions.all { session.notify(DayChangedNotification(context: context)) }
                for app in registry.all where app.refreshesInBackground {
                    processing.add(app.id, .wake, runsWithoutActions: true)
                }
            },
            onForegroundChange: { [processing] app, isInForeground in
                if isInForeground {
                    refreshRequests.add(app)
                    processing.add(app, .opened, runsWithoutActions: true)
                }
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
            processing: processing,
            clock: clock,
            language: configuration.language,
            logger: logger
        )
        let screenRequests = ScreenRequests(registry: registry, screen: screen)
        audit = AuditRecorder(store: store.durable, clock: clock, logger: logger)
        keychain = KeychainCipher(
            keys: KeychainKeyStore(stateFolder: folder, sessionBus: configuration.sessionBus),
            prefersSecretService: configuration.usesSecretService,
            clock: deadlineClock,
            logger: logger
        )
        await keychain.prepare()
        let services = SessionServices(
            store: store.durable,
            sessions: sessions,
            jobs: jobs,
            fetcher: fetcher,
            allowedHosts: { [registry] in registry.allowedHosts(of: $0) },
            screen: screenRequests,
            refreshMessages: { refreshRequests.add($0) },
            awaitRefresh: { [link = messages.link] app, push, limit in
                try await link.refresh(app, for: push, within: limit)
            },
            wakeApp: { [processing] in processing.add($0, .wake, runsWithoutActions: true) },
            records: messages.link.records,
            keychain: keychain,
            audit: audit,
            clock: clock,
            logger: logger,
            actionWait: configuration.actionWait
        )
        groupLimit = GroupLimitSetting(store: store.durable)
        do { try await groupLimit.load() } catch { throw HostError(error) }
        gateway = ProcessGateway(
            configuration: configuration,
            policy: policy,
            groupLimit: { [groupLimit] in groupLimit.limit },
            services: services,
            registry: registry,
            caches: store.caches,
            deadlineClock: deadlineClock,
            context: { RequestContext(clock, language: $0) }
        )
        excesses = ExcessRecorder(registry: registry, screen: screen, caches: store.caches, now: { clock.now })
        let committer = EffectCommitter(
            store: store.durable,
            screen: screenRequests,
            wakeApp: services.wakeApp,
            charge: { [gateway] in gateway.charge($0, to: $1) }
        )
        let delivery = DeliveryServices(
            committer: committer,
            registry: registry,
            gateway: gateway,
            language: configuration.language,
            logger: logger
        )
        let durableStore = store.durable
        let appDidRun = { @Sendable [processing] (app: AppID) in
            // The run postpones the reminder to open the app, and the app's queue is processed next.
            durableStore.enqueue(StoreTransaction([.action(.recordRun(app, hasProcessed: false))], origin: .host)) {
                _ in
            }
            processing.add(app, .push)
        }
        let performer = TapPerformer(committer: committer, gateway: gateway, logger: logger)
        let reminder = QueueReminder(
            store: store.durable,
            registry: registry,
            language: configuration.language,
            clock: clock,
            wait: configuration.actionWait
        )
        let mistakes = CardMistakes(logger: logger)
        widgets = WidgetService(
            registry: registry,
            gateway: gateway,
            taps: performer,
            mistakes: mistakes,
            reminder: reminder
        )
        apps = AppService(
            registry: registry,
            gateway: gateway,
            performer: performer,
            tracker: taps,
            mistakes: mistakes,
            clock: deadlineClock
        )
        topicActions = TopicActionPerformer(store: store.durable, fetcher: fetcher, clock: clock)
        notifications = NotificationService(
            screen: screen,
            requests: screenRequests,
            delivery: delivery,
            topics: topicActions,
            reminder: reminder,
            appDidRun: appDidRun,
            clock: clock
        )
        complications = ComplicationSubscribers(
            reader: ComplicationReader(store: store.durable, registry: registry),
            epoch: screen.epoch,
            logger: logger
        )
        inboxes = InboxAppLauncher(store: store.durable, registry: registry, gateway: gateway, logger: logger)
        pushes = PushQueue(delivery, waitForMessage: messages.waitForMessage, appDidRun: appDidRun)
        actions = ActionProcessor(
            delivery,
            requests: processing,
            reminder: reminder,
            clock: clock,
            wakesForActions: configuration.wakesForActions
        )
        scheduledWakes = ScheduledWakes(
            store: store.durable,
            requests: processing,
            mayRun: { [registry] in registry.app($0)?.refreshesInBackground ?? false },
            clock: clock,
            logger: logger
        )
        recordFailures = RecordFailureQueue(delivery)
        silence = SilenceMonitor(store: store.durable, screen: screen, clock: clock, logger: logger)
        catalog = AppCatalog(
            store: store,
            registry: registry,
            screen: screen,
            gateway: gateway,
            stateFolder: folder,
            mistakes: mistakes,
            logger: logger,
            onChange: { [registry, appLog, sessions, apps, notifications, messages, complications, inboxes] in
                appLog.installedAppsDidChange()
                apps.uses.appsDidChange(registry)
                sessions.updateRights(from: registry)
                notifications.installedAppsDidChange()
                messages.installedAppsDidChange()
                complications.installedAppsDidChange()
                inboxes.installedAppsDidChange()
            }
        )
        let durable = store.durable
        observation = durable.observe { [sessions, screen, catalog, registry, copyIsNeeded, weak durable] commit in
            if commit.changes.contains(where: { if case .app = $0 { true } else { false } }) { copyIsNeeded.raise() }
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
    }

    /// Runs every component; at shutdown, the processes end first, then the store closes.
    func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.clock.run() }
                group.addTask { await self.jobs.run() }
                group.addTask { await self.screen.run(self.widgets) }
                group.addTask { await self.apps.run() }
                group.addTask { await self.apps.uses.run() }
                group.addTask { await self.catalog.run() }
                group.addTask { await self.uploads.run() }
                group.addTask { await self.notifications.run() }
                group.addTask { await self.messages.run() }
                group.addTask { await self.complications.run() }
                group.addTask { await self.pushes.run() }
                group.addTask { await self.actions.run() }
                group.addTask { await self.scheduledWakes.run() }
                group.addTask { await self.recordFailures.run() }
                group.addTask { await self.inboxes.run() }
                group.addTask { await self.silence.run() }
                group.addTask { await self.store.messageFiles.run(on: self.store.durable) }
                group.addTask { await self.gateway.run(self.excesses) }
                group.addTask { await self.keychain.run() }
                group.addTask { await self.keepDailyCopies() }
                await self.resumeTaps()
            }
        }
        taps.close()
        await fetcher.close()
        await store.close()
    }

    /// Copies the durable store at start, on each new day, and after an app was installed or removed, since restoring a
    /// copy deletes the apps that it does not know.
    private func keepDailyCopies() async {
        let copies = DailyCopies(folder: stateFolder.path(percentEncoded: false))
        var isRenewed = false
        repeat {
            do {
                try await copies.make(now: clock.now, isRenewed: isRenewed)
            } catch {
                logger.warning("The daily copy of the database cannot be made", metadata: ["error": "\(error)"])
            }
            await copyIsNeeded.wait()
            isRenewed = true
        } while !Task.isCancelled
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
        var queues: [AppID: Set<GroupID>] = [:]
        var pushed: Set<AppID> = []
        var changesApp = false
        var reloads: [WidgetReload] = []
        let writer: WidgetID? = if case .widget(let widget) = commit.origin { widget } else { nil }
        for change in commit.changes {
            switch change {
            case .defaults(let group, _, _): groups.insert(group)
            case .actions(let app, let group): queues[app, default: []].insert(group)
            case .app:
                changesApp = true
                catalog.setNeedsRefresh()
            case .screen, .allowedHosts, .rights: catalog.setNeedsRefresh()
            case .newContent(let widget): screen.hasNewContent(widget, by: writer)
            case .newData(let app): pushed.insert(app)
            case .reload(let reload): reloads.append(reload)
            case .setting(KnownLocation.key):
                screen.locationChanged()
                for app in registry.all where app.manifest.entitlements.location != nil {
                    screen.sceneChanged(of: app.id)
                }
            case .tap, .sessions, .setting, .snapshot, .audit, .browserPushes: break
            case .messages, .messageChangesSynced, .messageRemoved, .bodyWanted, .inboxStale, .cloudLink, .pushes,
                .pushAnswers, .topics, .topicMessages:
                break
            case .complication, .appRun, .scheduledWake: break
            case .recordQueue, .recordSubscriptions, .recordFailures: break
            case .schedule, .delivered, .withdrawn, .badge, .authorization, .categories, .responses: break
            }
        }
        // A commit that removes an app empties groups that no other app uses, and must not start the app's widgets.
        if !changesApp {
            screen.groupsChanged(groups, queues: queues, newDataOf: pushed, reloads: reloads, by: writer)
        }
        for app in queues.keys { screen.sceneChanged(of: app) }
        for group in groups {
            for app in registry.all where app.groups[group] != nil { screen.sceneChanged(of: app.id) }
        }
    }
}
