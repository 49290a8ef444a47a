import AsyncPrimitives
import Fetching
import Foundation
import HostClock
import HostModel
import HostStorage
import Logging
import ProcessHost
import TodayProtocol
import TodayScreen

/// What the parts of the host share, created before any of them.
struct HostDependencies: Sendable {
    let configuration: HostConfiguration
    let store: HostStore
    let registry = AppRegistry()
    let appLog: AppLog
    let sessions: SessionRegistry
    let taps: TapTracker
    let screen: Screen
    /// The pending requests to run apps for their action queues.
    let processing: ProcessingRequests
    /// The apps whose inboxes should be fetched soon.
    let inboxRefreshes = CoalescingQueue<AppID>()
    let copies: DailyCopyKeeper
    let fetcher: Fetcher
    let images: ImageProxy
    let audit: AuditRecorder
    let sandbox: SandboxPolicy
    let clock: any WallClock
    /// Measures the deadlines of requests to processes.
    let deadlineClock: any Clock<Duration>
    let logger: Logger

    var durable: DurableStore { store.durable }
    var folder: String { configuration.stateDirectory.path(percentEncoded: false) }
    var language: String { configuration.language }

    func context(_ language: String) -> RequestContext { RequestContext(clock, language: language) }

    init(
        _ configuration: HostConfiguration,
        logger base: Logger,
        clock: any WallClock,
        deadlineClock: any Clock<Duration>
    ) async throws(HostError) {
        self.configuration = configuration
        self.clock = clock
        self.deadlineClock = deadlineClock
        let folder = configuration.stateDirectory.path(percentEncoded: false)
        appLog = AppLog(registry: registry, now: { clock.now })
        logger = appLog.logger(over: base)
        do {
            store = try HostStore(
                folder: folder,
                appBytes: configuration.appBytes,
                logger: logger,
                now: { clock.now }
            )
        } catch {
            throw HostError(error)
        }
        sessions = SessionRegistry(store: store.durable)
        taps = TapTracker(store: store.durable)
        processing = ProcessingRequests(clock: clock)
        copies = DailyCopyKeeper(folder: folder, clock: clock, logger: logger)
        fetcher = Fetcher(caches: store.caches, logger: logger)
        images = ImageProxy(fetcher: fetcher)
        audit = AuditRecorder(store: store.durable, clock: clock, logger: logger)
        sandbox = try await ProcessGateway.sandboxPolicy(configuration, logger: logger)
        screen = Screen(
            store: store,
            taps: taps,
            clock: clock,
            epoch: String(UInt64.random(in: 0 ... .max), radix: 36),
            language: configuration.language,
            unseenUpdateLimit: configuration.unseenUpdateLimit,
            power: PowerSupplies(folder: configuration.powerSupplyFolder),
            warnings: [sandbox.status.warning].compactMap(\.self),
            standardError: { [appLog] in appLog.standardError(of: $0.rawValue, since: $1).map(\.text) },
            logger: logger,
            onDayChange: { [registry, sessions, processing, copies] context in
                copies.isNeeded.raise()
                for session in sessions.all { session.notify(DayChangedNotification(context: context)) }
                for app in registry.all where app.refreshesInBackground { processing.wake(app.id) }
            },
            onForegroundChange: { [sessions, processing, inboxRefreshes] app, isInForeground in
                if isInForeground {
                    inboxRefreshes.add(app)
                    processing.add(app, .opened, runsWithoutActions: true)
                }
                sessions.session(of: app)?
                    .notify(AppLifecycleNotification(state: isInForeground ? .active : .background))
            }
        )
    }
}
