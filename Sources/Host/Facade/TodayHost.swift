package import Logging
import ServiceLifecycle
package import TodayProtocol
package import TodayScreen

/// The host: everything a surface or a command may ask, in words of the screen.
///
/// Surfaces read screens and scenes and send what people do; they never talk to a process. All functions may be called
/// from any task, and fail with ``HostError``.
package final class TodayHost: Service {
    /// Opens the state folder and prepares everything; no process is started before ``run()``.
    ///
    /// - Throws: `stateUnavailable` if another host uses the folder, `sandboxUnavailable` if one is required.
    package init(configuration: HostConfiguration, logger: Logger) throws(HostError) {}

    /// Runs until graceful shutdown or cancellation, then ends every process within two seconds.
    package func run() async throws {}
}

// MARK: - The screen

extension TodayHost {
    /// Everything that the Today screen shows now.
    ///
    /// It never waits for a process: what shows is the last snapshots.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - opens: Whether a surface begins to show the screen, which asks every visible widget for an update.
    package func screen(for viewer: Viewer, opens: Bool) async throws(HostError) -> ScreenState { fatalError() }

    /// What a page must show that it does not show yet, now and from now on.
    ///
    /// While the stream is held, the screen counts as shown; it ends when the host stops or its task is cancelled.
    /// Events that wait are merged, newest last; the buffer is bounded by the number of widgets.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - position: What the page shows; none or one from another epoch gets everything.
    ///   - scene: The URL of the page of an app that is shown; the app then counts as being in front.
    package func events(
        for viewer: Viewer,
        after position: ScreenPosition?,
        scene: String?
    ) -> AsyncStream<ScreenEvent> { fatalError() }

    /// Puts these widgets on the screen, in this order, and takes every other one off.
    package func setScreen(_ widgets: [WidgetID]) async throws(HostError) { fatalError() }

    /// Asks a widget for an update, and waits until its content is on the screen or it failed.
    package func reload(_ widget: WidgetID) async throws(HostError) { fatalError() }

    /// Does what a person tapped, durably and once per tap id.
    ///
    /// Returns when the effects are on disk. If the caller goes away the tap goes on.
    package func perform(_ tap: Tap, viewer: Viewer) async throws(HostError) -> TapOutcome { fatalError() }

    /// The newest updates of a widget, newest first.
    package func ledger(of widget: WidgetID, limit: Int) async throws(HostError) -> [LedgerEntry] { fatalError() }
}

// MARK: - Apps and their pages

extension TodayHost {
    /// Finds out where an address leads; starts its app if it is one of an app's.
    package func open(
        url: String,
        source: OpenSource,
        viewer: Viewer
    ) async throws(HostError) -> OpenOutcome { fatalError() }

    /// Asks an app for the page of a URL.
    package func scene(url: String, viewer: Viewer) async throws(HostError) -> SceneState { fatalError() }

    /// The installed apps, by name.
    package func apps(language: String) async throws(HostError) -> [AppDescription] { fatalError() }

    /// Finds an app by its bundle identifier or an unambiguous name, in any case of letters.
    package func findApp(_ name: String) async throws(HostError) -> AppID { fatalError() }

    /// Finds a widget by its bundle identifier or an unambiguous name; an app's name also names its only widget.
    package func findWidget(_ name: String) async throws(HostError) -> WidgetID { fatalError() }

    /// Installs the bundle at a path of this machine, or the newer version of one.
    ///
    /// - Parameters:
    ///   - path: The folder `Name.app`.
    ///   - hasConsent: Whether the person agreed to all that the bundle asks for.
    package func install(path: String, hasConsent: Bool) async throws(HostError) -> InstallOutcome { fatalError() }

    /// Ends an app's processes and removes it.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - keepsData: Whether the data of groups that no other app uses stays.
    package func uninstall(_ app: AppID, keepsData: Bool) async throws(HostError) { fatalError() }

    /// Lets an app's processes fetch from a host, or no longer.
    ///
    /// - Parameters:
    ///   - host: `HOST` or `HOST:PORT`, without a scheme.
    ///   - isAllowed: Whether it may.
    ///   - app: The app.
    package func setAllowed(_ host: String, _ isAllowed: Bool, for app: AppID) async throws(HostError) { fatalError() }
}

// MARK: - Shared defaults, for the command line

extension TodayHost {
    /// The values of a group's shared defaults, all or of one key.
    package func defaults(
        of group: GroupID,
        key: String?
    ) async throws(HostError) -> [String: PropertyValue] { fatalError() }

    /// Sets a key of a group's shared defaults, or removes it.
    package func setDefault(
        _ value: PropertyValue?,
        for key: String,
        in group: GroupID
    ) async throws(HostError) { fatalError() }
}

// MARK: - Things a surface keeps

extension TodayHost {
    /// A value that a surface keeps in the host's database, such as its port; at most 64 KiB.
    package func setting(_ name: String) async throws(HostError) -> String? { fatalError() }

    /// Keeps a value for a surface, or removes it; on disk when this returns.
    package func setSetting(_ name: String, _ value: String?) async throws(HostError) { fatalError() }
}
