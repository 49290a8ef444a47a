import Addresses
import Synchronization
import TodayProtocol
import TodayScreen

/// What processes ask of the screen, which is made after what processes need.
final class ScreenWishes: SessionScreen {
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
        guard let scheme = URLScheme.of(url) else { return false }
        return URLScheme.external.contains(scheme) || registry.app(opening: url) != nil
    }
}
