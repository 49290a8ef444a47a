import DeviceSync
import Fetching
import HostClock
import HostStorage
import Logging
import NetworkAddresses
import TodayProtocol
import TodayScreen

/// What every session needs of the host.
struct SessionServices: Sendable {
    var store: DurableStore
    /// Every session; a new one adds itself.
    var sessions: SessionRegistry
    /// Runs long requests.
    var jobs: SessionJobs
    /// The host's HTTP client.
    var fetcher: Fetcher
    /// The hosts that the person allowed an app.
    var allowedHosts: @Sendable (AppID) -> [AllowedHost]
    /// Receives the requests of processes to the screen.
    var screen: any SessionScreen
    /// Has an app's inbox fetched from the cloud soon; returns at once.
    var refreshMessages: @Sendable (AppID) -> Void
    /// Fetches an app's inbox from the cloud within a time, for a queued push or for none; ``DeviceSync/DeviceLink``
    /// says how.
    var awaitRefresh: @Sendable (AppID, _ push: String?, Duration) async throws -> InboxRefreshResult?
    /// Has an app process its action queue soon, on behalf of a widget; returns at once.
    var wakeApp: @Sendable (AppID) -> Void
    /// Asks the cloud about records.
    var records: RecordSync
    /// Encrypts the secrets of the keychain.
    var keychain: KeychainCipher
    /// Limits how often all processes of an app call a method.
    var callLimits = AppCallLimits()
    /// Reads how busy the computer is.
    var systemStatus = SystemStatusReader()
    /// Records calls that were denied, and the use of the keychain.
    var audit: AuditRecorder
    var clock: any WallClock
    var logger: Logger
    /// Measures rate limits.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// How long an action waits, in seconds, until its app should be opened.
    var actionWait: Double = ActionOperation.requestDelay
}

/// The screen as sessions use it.
protocol SessionScreen: Sendable {
    /// The instances of a widget, which is the first of them.
    func instances(of widget: WidgetID) -> [WidgetID]
    /// Updates widgets; while nobody watches, only what is urgent runs at once, and the rest within the budget.
    ///
    /// `widget` is the widget whose process asked, if one did.
    func reload(_ widgets: [WidgetID], isUrgent: Bool, by widget: WidgetID?)
    /// Shows something of a widget, an update of which runs, until it has content.
    func setPlaceholder(_ content: WidgetContent, of widget: WidgetID)
    /// Has surfaces ask for a page of an app again, or for every page if `url` is `nil`.
    func reloadScenes(of app: AppID, url: String?)
    /// Opens an address on the pages that show an app.
    func open(_ url: String, as opening: OpeningID?, onPagesOf app: AppID)
    /// Whether an address may be opened.
    func canOpen(_ url: String) -> Bool
    /// Whether an address is one of an app's own pages.
    func opens(_ url: String, onPagesOf app: AppID) -> Bool
}

/// The requests of processes to the screen.
struct ScreenRequests: SessionScreen {
    let registry: AppRegistry
    let screen: Screen

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
