import AsyncPrimitives
import DeviceSync
import Fetching
import HostClock
import HostModel
import HostStorage
import Logging
import NetworkAddresses
import TodayProtocol
import TodayScreen

/// The services of the host that every session needs.
struct SessionServices: Sendable {
    var store: DurableStore
    /// Every session; a new one adds itself.
    var sessions: SessionRegistry
    var jobs: LongRequests
    var fetcher: Fetcher
    var allowedHosts: @Sendable (AppID) -> [AllowedServer]
    var screen: any SessionScreen
    /// Requests that an app's inbox be fetched from the cloud soon; returns at once.
    var refreshMessages: @Sendable (AppID) -> Void
    /// Fetches an app's inbox from the cloud within a time; see ``DeviceSync/DeviceLink``.
    var awaitRefresh: @Sendable (AppID, _ push: String?, Duration) async throws -> InboxRefreshResult?
    /// Makes an app process its action queue soon, on behalf of a widget; returns at once.
    var wakeApp: @Sendable (AppID) -> Void
    var records: RecordSync
    var keychain: KeychainCipher
    var callLimits = AppCallLimits()
    var systemStatus = SystemStatusReader()
    var audit: AuditRecorder
    var clock: any WallClock
    var logger: Logger
    /// Measures rate limits.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// The time that an action waits before the person is asked to open its app, in seconds.
    var actionWait: Double = ActionOperation.requestDelay
}

extension SessionServices {
    init(_ host: HostDependencies, jobs: LongRequests, messages link: DeviceLink, keychain: KeychainCipher) {
        self.init(
            store: host.durable,
            sessions: host.sessions,
            jobs: jobs,
            fetcher: host.fetcher,
            allowedHosts: { [registry = host.registry] in registry.app($0)?.allowedHosts ?? [] },
            screen: host,
            refreshMessages: { [inboxRefreshes = host.inboxRefreshes] in inboxRefreshes.add($0) },
            awaitRefresh: { app, push, limit in try await link.refresh(app, for: push, within: limit) },
            wakeApp: { [processing = host.processing] in processing.wake($0) },
            records: link.records,
            keychain: keychain,
            audit: host.audit,
            clock: host.clock,
            logger: host.logger,
            actionWait: host.configuration.actionWait
        )
    }
}

/// The screen as sessions use it.
protocol SessionScreen: Sendable {
    /// Returns the instances of a widget, the first of which is the widget itself.
    func instances(of widget: WidgetID) -> [WidgetID]
    /// Updates widgets at the request of one's process; while nobody watches, only urgent updates run at once.
    func reload(_ widgets: [WidgetID], isUrgent: Bool, by widget: WidgetID?)
    /// Shows a placeholder for a widget, an update of which runs, until it has content.
    func setPlaceholder(_ content: WidgetContent, of widget: WidgetID)
    /// Makes surfaces reload a page of an app, or every page if `url` is `nil`.
    func reloadScenes(of app: AppID, url: String?)
    func open(_ url: String, as opening: OpeningID?, onPagesOf app: AppID)
    func canOpen(_ url: String) -> Bool
    func opens(_ url: String, onPagesOf app: AppID) -> Bool
}

extension HostDependencies: SessionScreen {
    func instances(of widget: WidgetID) -> [WidgetID] { registry.instances(of: widget) }

    func reload(_ widgets: [WidgetID], isUrgent: Bool, by widget: WidgetID?) {
        screen.reload(widgets, isUrgent: isUrgent, by: widget)
    }

    func setPlaceholder(_ content: WidgetContent, of widget: WidgetID) { screen.setPlaceholder(content, of: widget) }

    func reloadScenes(of app: AppID, url: String?) { screen.sceneChanged(of: app, url: url) }

    func open(_ url: String, as opening: OpeningID?, onPagesOf app: AppID) {
        screen.open(url, as: opening, onPagesOf: app)
    }

    func canOpen(_ url: String) -> Bool {
        guard let scheme = URLScheme.scheme(of: url) else { return false }
        return URLScheme.external.contains(scheme) || registry.app(opening: url) != nil
    }

    func opens(_ url: String, onPagesOf app: AppID) -> Bool { registry.app(opening: url)?.id == app }
}
