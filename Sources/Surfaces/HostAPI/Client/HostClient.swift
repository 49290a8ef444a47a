package import Foundation
package import Host
package import TodayProtocol
package import TodayScreen

/// Asks the running host of a state folder, over its Unix socket.
///
/// Each function asks one route and is named like what it reaches of ``Host/TodayHost``, which has its contract. All
/// fail with what the host failed with, or with `stateUnavailable` and a sentence that says how to start Today if no
/// host runs there. Requests are given up after 90 seconds.
package struct HostClient: Sendable {
    let connection: LocalConnection

    /// Makes a client; nothing is connected before the first request.
    ///
    /// - Parameters:
    ///   - stateDirectory: The state folder of the host.
    ///   - environment: The process's environment.
    ///   - surface: What this client is called where a passcode holds; a name of its own unless told otherwise.
    /// - Throws: `stateUnavailable` if the socket's path would be too long.
    package init(
        stateDirectory: URL,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        surface: String = UUID().uuidString
    ) throws(HostError) {
        connection = try LocalConnection(stateDirectory: stateDirectory, environment: environment, surface: surface)
    }

    /// The host's version and process.
    package func version() async throws(HostError) -> VersionReply { try await connection.get("version") }

    /// Makes a link that signs a browser in, once.
    package func makeLink() async throws(HostError) -> OneTimeLink { try await connection.send("POST", "links") }
}

// MARK: - The screen

extension HostClient {
    /// Everything that the Today screen shows.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - opens: Whether a surface begins to show the screen, which asks every visible widget for an update.
    ///   - settle: For how many seconds to wait, at most, until everything is as new as it gets; none shows what
    ///     there is now.
    /// - Returns: The screen.
    /// - Throws: What the host throws, or `stateUnavailable` if none runs.
    package func screen(
        for viewer: Viewer,
        opens: Bool,
        settle: Int? = nil
    ) async throws(HostError) -> ScreenState {
        var query = opens ? ["opens": "1"] : [:]
        query["settle"] = settle.map(String.init)
        return try await connection.get("screen", query: query, viewer: viewer)
    }

    /// Receives what happens on the screen, until `receive` throws, the task is cancelled or the host ends.
    ///
    /// While this runs, the screen counts as shown.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - position: What is shown already; none gets everything.
    ///   - scene: The URL of the page of an app that is shown.
    ///   - receive: Called for each event, in order; the next waits for it.
    /// - Throws: What `receive` throws, or ``Host/HostError``.
    package func watch(
        for viewer: Viewer,
        after position: ScreenPosition? = nil,
        scene: String? = nil,
        _ receive: (ScreenEvent) async throws -> Void
    ) async throws {
        var query: [String: String] = [:]
        query["after"] = position?.description
        query["scene"] = scene
        try await connection.stream("events", query: query, viewer: viewer) { event in
            if let event = try ScreenEvent(event) { try await receive(event) }
        }
    }

    /// Puts these widgets on the screen, in this order, and takes every other one off.
    package func setScreen(_ widgets: [WidgetID]) async throws(HostError) {
        try await connection.order("PUT", "screen", body: SetScreenRequest(widgets: widgets))
    }

    /// Asks a widget for an update, and waits until its content is on the screen or it failed.
    package func reload(_ widget: WidgetID) async throws(HostError) {
        try await connection.order("POST", "widgets", widget.rawValue, "reload")
    }

    /// Does what a person tapped, durably and once per tap id.
    package func perform(_ tap: Tap, viewer: Viewer) async throws(HostError) -> TapOutcome {
        try await connection.send("POST", "taps", body: tap, viewer: viewer)
    }

    /// The newest updates of a widget, newest first; at most 1,000.
    package func ledger(of widget: WidgetID, limit: Int) async throws(HostError) -> [LedgerEntry] {
        try await connection.get("widgets", widget.rawValue, "ledger", query: ["limit": String(limit)])
    }
}

// MARK: - Apps and their pages

extension HostClient {
    /// Finds out where an address leads; starts its app if it is one of an app's.
    package func open(url: String, viewer: Viewer) async throws(HostError) -> OpenOutcome {
        try await connection.send("POST", "open", body: OpenURLRequest(url: url), viewer: viewer)
    }

    /// Asks an app for the page of a URL.
    package func scene(url: String, viewer: Viewer) async throws(HostError) -> SceneState {
        try await connection.get("scene", query: ["url": url], viewer: viewer)
    }

    /// The installed apps, by name.
    package func apps(language: String) async throws(HostError) -> [AppDescription] {
        try await connection.get("apps", viewer: Viewer(language: language, zone: TimeZone.current.identifier))
    }

    /// Finds an app by its bundle identifier or an unambiguous name, in any case of letters.
    package func findApp(_ name: String) async throws(HostError) -> AppID {
        let found: FindReply = try await connection.get("find", "app", query: ["name": name])
        return AppID(found.id)
    }

    /// Finds a widget by its bundle identifier or an unambiguous name; an app's name also names its only widget.
    package func findWidget(_ name: String) async throws(HostError) -> WidgetID {
        let found: FindReply = try await connection.get("find", "widget", query: ["name": name])
        return WidgetID(found.id)
    }

    /// Installs the bundle at an absolute path of this machine, or the newer version of one.
    package func install(path: String, consent: InstallConsent) async throws(HostError) -> InstallOutcome {
        try await connection.send("POST", "apps", body: InstallAppRequest(path: path, consent: consent))
    }

    /// Ends an app's processes and removes it.
    package func uninstall(_ app: AppID, keepsData: Bool) async throws(HostError) {
        try await connection.order("DELETE", "apps", app.rawValue, query: keepsData ? ["keepData": "1"] : [:])
    }

    /// Lets an app's processes fetch from a host, or no longer.
    package func setAllowed(_ host: String, _ isAllowed: Bool, for app: AppID) async throws(HostError) {
        try await connection.order(isAllowed ? "PUT" : "DELETE", "apps", app.rawValue, "hosts", host)
    }
}

// MARK: - Shared defaults

extension HostClient {
    /// The values of a group's shared defaults, all or of one key.
    package func defaults(of group: GroupID, key: String?) async throws(HostError) -> [String: PropertyValue] {
        guard let key else { return try await connection.get("defaults", group.rawValue) }
        return try await connection.get("defaults", group.rawValue, key)
    }

    /// Sets a key of a group's shared defaults, or removes it.
    package func setDefault(_ value: PropertyValue?, for key: String, in group: GroupID) async throws(HostError) {
        if let value {
            try await connection.order("PUT", "defaults", group.rawValue, key, body: value)
        } else {
            try await connection.order("DELETE", "defaults", group.rawValue, key)
        }
    }
}
