package import Foundation
package import Host
package import TodayProtocol
package import TodayScreen

/// What surfaces and the command line ask of the host.
///
/// ``Host/TodayHost`` is the one of the product, and has the contract of each function; tests of surfaces bring one
/// that lives in memory and starts no process.
package protocol HostFacade: NotificationFacade, MessageFacade {
    /// Everything that the Today screen shows now.
    func screen(for viewer: Viewer, opens: Bool) async throws(HostError) -> ScreenState
    /// Waits until what a viewer sees is as new as it gets, or failed; gives up after a time.
    func settle(for viewer: Viewer, within limit: Duration) async
    /// What a page must show that it does not show yet, now and from now on.
    func events(for viewer: Viewer, after position: ScreenPosition?, scene: String?) -> AsyncStream<ScreenEvent>
    /// Puts these widgets on the screen, in this order, and takes every other one off.
    func setScreen(_ widgets: [WidgetID]) async throws(HostError)
    /// Asks a widget for an update, and waits until its content is on the screen or it failed.
    func reload(_ widget: WidgetID) async throws(HostError)
    /// Does what a person tapped, durably and once per tap id.
    func perform(_ tap: Tap, viewer: Viewer) async throws(HostError) -> TapOutcome
    /// The newest updates of a widget, newest first.
    func ledger(of widget: WidgetID, limit: Int) async throws(HostError) -> [LedgerEntry]
    /// Finds out where an address leads; starts its app if it is one of an app's.
    func open(url: String, source: OpenSource, viewer: Viewer) async throws(HostError) -> OpenOutcome
    /// Asks an app for the page of a URL.
    func scene(url: String, viewer: Viewer) async throws(HostError) -> SceneState
    /// The installed apps, by name.
    func apps(language: String) async throws(HostError) -> [AppDescription]
    /// Finds an app by its bundle identifier or an unambiguous name.
    func findApp(_ name: String) async throws(HostError) -> AppID
    /// Finds a widget by its bundle identifier or an unambiguous name.
    func findWidget(_ name: String) async throws(HostError) -> WidgetID
    /// Installs the bundle at a path of this machine, or the newer version of one.
    func install(path: String, consent: InstallConsent) async throws(HostError) -> InstallOutcome
    /// Ends an app's processes and removes it.
    func uninstall(_ app: AppID, keepsData: Bool) async throws(HostError)
    /// Lets an app's processes fetch from a host, or no longer.
    func setAllowed(_ host: String, _ isAllowed: Bool, for app: AppID) async throws(HostError)
    /// The values of a group's shared defaults, all or of one key.
    func defaults(of group: GroupID, key: String?) async throws(HostError) -> [String: PropertyValue]
    /// Sets a key of a group's shared defaults, or removes it.
    func setDefault(_ value: PropertyValue?, for key: String, in group: GroupID) async throws(HostError)
    /// A value that a surface keeps in the host's database.
    func setting(_ name: String) async throws(HostError) -> String?
    /// Keeps a value for a surface, or removes it; on disk when this returns.
    func setSetting(_ name: String, _ value: String?) async throws(HostError)
    /// Signs a browser in by the hash of its token.
    func beginSession(tokenHash: String) async throws(HostError)
    /// Notes that a browser was seen.
    func touchSession(tokenHash: String) async throws(HostError)
    /// Signs a browser out.
    func endSession(tokenHash: String) async throws(HostError)
    /// When a browser was last seen; `nil` if it is not signed in.
    func sessionLastSeen(tokenHash: String) async throws(HostError) -> Date?
    /// Fetches an image that a card shows, from any public host and without credentials.
    func image(at url: String) async throws(HostError) -> (mediaType: String, bytes: [UInt8])
}

extension TodayHost: HostFacade {}
