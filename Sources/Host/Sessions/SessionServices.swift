import Fetching
import HostClock
import HostStore
import Logging
import Synchronization
import TodayProtocol
import TodayScreen

/// What every session needs of the host.
struct SessionServices: Sendable {
    /// The host's promises.
    var store: PromiseStore
    /// Every running session.
    var sessions: SessionList
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
