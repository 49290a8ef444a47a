import Fetching
import HostClock
import HostStorage
import Logging
import NetworkAddresses
import Synchronization
import TodayProtocol
import TodayScreen

/// What every session needs of the host.
struct SessionServices: Sendable {
    /// The host's promises.
    var store: DurableStore
    /// Every running session.
    var sessions: SessionRegistry
    /// What sessions have running beyond their connection's reader.
    var jobs: SessionJobs
    /// The host's HTTP client.
    var fetcher: Fetcher
    /// What the person let an app fetch from.
    var allowedHosts: @Sendable (AppID) -> [AllowedHost]
    /// What a process's wishes for the screen become.
    var screen: any SessionScreen
    /// Has the cloud asked for an app's inbox soon; returns at once.
    var refreshMessages: @Sendable (AppID) -> Void
    /// The clock on the wall.
    var clock: any WallClock
    /// The log.
    var logger: Logger
    /// What a process's allowances are measured with.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
}

/// What sessions ask of the screen.
protocol SessionScreen: Sendable {
    /// Asks widgets for an update.
    func reload(_ widgets: [WidgetID])
    /// Has pages of an app asked for again; every page if there is no URL.
    func reloadScenes(of app: AppID, url: String?)
    /// Opens an address on the pages that show an app.
    func open(_ url: String, onPagesOf app: AppID)
    /// Whether an address may be opened.
    func canOpen(_ url: String) -> Bool
}

/// What processes ask of the screen, which is made after what processes need.
final class ScreenRequests: SessionScreen {
    private struct Attached {
        weak var screen: Screen?
    }

    private let registry: AppRegistry
    private let attached = Mutex(Attached())

    init(registry: AppRegistry) { self.registry = registry }

    /// Names the screen, once, before any process runs.
    func attach(_ screen: Screen) { attached.withLock { $0.screen = screen } }

    private var screen: Screen? { attached.withLock(\.screen) }

    func reload(_ widgets: [WidgetID]) { screen?.reload(widgets) }

    func reloadScenes(of app: AppID, url: String?) { screen?.sceneChanged(of: app, url: url) }

    func open(_ url: String, onPagesOf app: AppID) { screen?.open(url, onPagesOf: app) }

    func canOpen(_ url: String) -> Bool {
        guard let scheme = URLScheme.scheme(of: url) else { return false }
        return URLScheme.external.contains(scheme) || registry.app(opening: url) != nil
    }
}

/// What apps ask of the cloud: that their inboxes are fetched soon.
///
/// Who fetches is made after what processes need.
final class RefreshRequests: Sendable {
    private let attached = Mutex<(@Sendable (AppID) -> Void)?>(nil)

    /// Names who fetches inboxes, once, before any process runs; `refresh` must return at once.
    func attach(_ refresh: @escaping @Sendable (AppID) -> Void) { attached.withLock { $0 = refresh } }

    /// Has an app's inbox fetched soon; nothing happens while nobody fetches.
    func refresh(_ app: AppID) { attached.withLock(\.self)?(app) }
}
