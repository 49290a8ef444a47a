import HostModel
import HostStorage
import NetworkAddresses
import ProcessHost
import Synchronization
import TodayProtocol

/// The installed apps, in memory; ``AppCatalog`` replaces them all after each change.
final class AppRegistry: Sendable {
    private struct State {
        var apps: [AppID: HostedApp] = [:]
        /// The app of each process, by the process's id.
        var processes: [String: AppID] = [:]
        /// The app that opens each URL scheme.
        var schemes: [String: AppID] = [:]
        var images = BundleImageIndex.empty
    }

    private let state = Mutex(State())

    func set(_ apps: [HostedApp], schemes: [String: AppID]) {
        let processes = apps.flatMap { app in
            ([app.id.rawValue] + app.instances.map(\.rawValue) + app.manifest.extensions.map(\.program.id.rawValue))
                .map { ($0, app.id) }
        }
        let new = State(
            apps: Dictionary(apps.map { ($0.id, $0) }) { first, _ in first },
            processes: Dictionary(processes) { first, _ in first },
            schemes: schemes,
            images: BundleImageIndex(apps.map { ($0.manifest, $0.path) })
        )
        state.withLock { $0 = new }
    }

    /// All apps, sorted by bundle identifier.
    var all: [HostedApp] { state.withLock { $0.apps.values.sorted { $0.id < $1.id } } }

    var images: BundleImageIndex { state.withLock { $0.images } }

    func app(_ id: AppID) -> HostedApp? { state.withLock { $0.apps[id] } }

    func requireApp(_ id: AppID) throws(HostError) -> HostedApp {
        guard let app = app(id) else { throw HostError(.notFound, .noSuchApp(String(id.rawValue.prefix(200)))) }
        return app
    }

    @discardableResult
    func requireWidget(_ id: WidgetID) throws(HostError) -> (app: HostedApp, program: Program) {
        guard let found = widget(id) else { throw HostError(.notFound, .noSuchWidget(id.rawValue)) }
        return found
    }

    /// The app to which a process belongs, by the id that a ``ProcessIdentity`` has in logs.
    func app(ofProcess id: String) -> AppID? {
        // The id of a use of an extension begins with that of the extension.
        state.withLock { $0.processes[id] ?? $0.processes[WidgetID(id).bundle.rawValue] }
    }

    func widget(_ id: WidgetID) -> (app: HostedApp, program: Program)? {
        for app in all {
            if let program = app.program(of: id) { return (app, program) }
        }
        return nil
    }

    /// The instances of a widget, in the order of the screen.
    func instances(of widget: WidgetID) -> [WidgetID] { all.flatMap(\.instances).filter { $0.bundle == widget } }

    /// The rights of a process; `nil` if its app or widget is not installed, or is only being installed.
    func rights(of identity: ProcessIdentity) -> ProcessRights? {
        if case .candidate = identity { return nil }
        return app(identity.app)?.rights(of: identity.widget)
    }

    func app(opening url: String) -> HostedApp? {
        guard let scheme = URLScheme.scheme(of: url) else { return nil }
        return state.withLock { state in state.schemes[scheme].flatMap { state.apps[$0] } }
    }
}
