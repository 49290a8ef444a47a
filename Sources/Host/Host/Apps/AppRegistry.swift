import HostStorage
import NetworkAddresses
import ProcessHost
import Synchronization
import TodayProtocol

/// The installed apps, as they are in force; replaced whole after each change.
final class AppRegistry: Sendable {
    private struct State {
        var apps: [AppID: HostedApp] = [:]
        var allowedHosts: [AppID: [AllowedHost]] = [:]
        /// Which app opens a scheme.
        var schemes: [String: AppID] = [:]
    }

    private let state = Mutex(State())

    /// Replaces everything.
    func set(_ apps: [HostedApp], allowedHosts: [AppID: [AllowedHost]], schemes: [String: AppID]) {
        state.withLock { state in
            state.apps = Dictionary(apps.map { ($0.id, $0) }) { first, _ in first }
            state.allowedHosts = allowedHosts
            state.schemes = schemes
        }
    }

    /// Every app, by bundle identifier.
    var all: [HostedApp] { state.withLock { $0.apps.values.sorted { $0.id < $1.id } } }

    /// An app.
    func app(_ id: AppID) -> HostedApp? { state.withLock { $0.apps[id] } }

    /// A widget with its app.
    func widget(_ id: WidgetID) -> (app: HostedApp, widget: WidgetManifest)? {
        for app in all {
            if let widget = app.manifest.widget(id) { return (app, widget) }
        }
        return nil
    }

    /// What a process may do; `nil` if it is not installed.
    func rights(of identity: ProcessIdentity) -> ProcessRights? {
        guard let app = app(identity.app) else { return nil }
        guard let widget = identity.widget else { return app.rights(of: nil) }
        return app.manifest.widget(widget).map { app.rights(of: $0) }
    }

    /// The hosts that the person let an app fetch from.
    func allowedHosts(of app: AppID) -> [AllowedHost] { state.withLock { $0.allowedHosts[app] ?? [] } }

    /// The app that opens a URL by its scheme.
    func app(opening url: String) -> HostedApp? {
        guard let scheme = URLScheme.scheme(of: url) else { return nil }
        return state.withLock { state in state.schemes[scheme].flatMap { state.apps[$0] } }
    }
}
