package import Foundation
package import Host
import HostAPI
import Notifications
import Synchronization
package import TodayProtocol
package import TodayScreen

/// A host that lives in memory and starts no process, for tests of surfaces.
package final class MemoryHost: HostFacade {
    /// What it keeps, open for tests to change.
    package struct State: Sendable {
        /// The screen.
        package var screen: ScreenState
        /// The pages of apps by URL.
        package var scenes: [String: SceneState] = [:]
        /// The installed apps.
        package var apps: [AppDescription] = []
        /// The taps that were performed, each once.
        package var taps: [Tap] = []
        /// What taps end in.
        package var outcome: TapOutcome = .done(open: nil)
        /// What surfaces keep.
        package var settings: [String: String] = [:]
        /// The browsers that are signed in.
        package var sessions: [String: Date] = [:]
        /// The shared defaults.
        package var defaults: [GroupID: [String: PropertyValue]] = [:]
        /// What bundles ask for, as digests: one for each order to install, and the last for all that follow.
        package var digests = ["d1"]
        /// What was asked, in order, a phrase each.
        package var log: [String] = []
        /// What is thrown by everything that can be asked, if anything is.
        package var failure: HostError?
        /// Everything about notifications.
        package var notifications = MemoryNotifications()
        /// Everything about messages and the cloud.
        package var messages = MemoryMessages()
        /// Why an app fails at answers to its notifications, if it does.
        package var refusal: String?
        /// The time, for passcodes.
        package var now: @Sendable () -> Date = { Date() }
        fileprivate var watchers: [Int: AsyncStream<ScreenEvent>.Continuation] = [:]
        var notificationWatchers: [Int: AsyncStream<NotificationEvent>.Continuation] = [:]
        var nextWatcher = 0
    }

    private let state: Mutex<State>

    /// Makes a host that shows a screen.
    package init(screen: ScreenState) { state = Mutex(State(screen: screen)) }

    /// Reads or changes what it keeps.
    package func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in body(&state) }
    }

    /// Sends an event to every page.
    package func send(_ event: ScreenEvent) {
        for watcher in with({ Array($0.watchers.values) }) { watcher.yield(event) }
    }

    /// How many pages watch.
    package var watcherCount: Int { with { $0.watchers.count } }

    /// Ends every page's events, as the host does when it stops.
    package func endEvents() {
        for watcher in with({ Array($0.watchers.values) }) { watcher.finish() }
        for watcher in with({ Array($0.notificationWatchers.values) }) { watcher.finish() }
    }

    /// Notes that something was asked, and does it.
    @discardableResult
    func asked<Result: Sendable>(
        _ phrase: String,
        _ body: (inout State) -> Result
    ) throws(HostError) -> Result {
        let (result, failure) = with { state -> (Result?, HostError?) in
            state.log.append(phrase)
            if let failure = state.failure { return (nil, failure) }
            return (body(&state), nil)
        }
        guard let result else { throw failure ?? HostError(.internal, "Nothing came of it.") }
        return result
    }
}

// MARK: - The screen

extension MemoryHost {
    package func screen(for viewer: Viewer, opens: Bool) async throws(HostError) -> ScreenState {
        try asked("screen \(viewer.language) \(viewer.zone)\(opens ? " opens" : "")") { $0.screen }
    }

    package func settle(for viewer: Viewer, within limit: Duration) async {
        with { $0.log.append("settle \(viewer.language) within \(limit)") }
    }

    package func events(
        for viewer: Viewer,
        after position: ScreenPosition?,
        scene: String?
    ) -> AsyncStream<ScreenEvent> {
        let (stream, continuation) = AsyncStream<ScreenEvent>.makeStream()
        let (place, screen) = with { state -> (Int, ScreenState) in
            state.log.append("events after \(position?.description ?? "nothing") scene \(scene ?? "none")")
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = continuation
            return (state.nextWatcher, state.screen)
        }
        continuation.onTermination = { [weak self] _ in self?.with { $0.watchers[place] = nil } }
        // What is newer than the page comes first, as the host has it.
        if position?.epoch != screen.epoch {
            continuation.yield(ScreenEvent(position: screen.position, change: .screen(screen)))
        } else if let position, position.revision < screen.revision {
            for widget in screen.widgets where widget.revision > position.revision {
                continuation.yield(ScreenEvent(position: screen.position, change: .widget(widget)))
            }
        }
        return stream
    }

    package func setScreen(_ widgets: [WidgetID]) async throws(HostError) {
        let event = try asked("setScreen \(widgets.map(\.rawValue))") { state -> ScreenEvent in
            let choices = state.screen.chosen + state.screen.available
            state.screen.chosen = widgets.compactMap { id in choices.first { $0.id == id } }
            state.screen.available = choices.filter { !widgets.contains($0.id) }
            let known = state.screen.widgets
            state.screen.widgets = widgets.compactMap { id in known.first { $0.id == id } }
            state.screen.revision = Revision(state.screen.revision.number + 1)
            return ScreenEvent(position: state.screen.position, change: .screen(state.screen))
        }
        send(event)
    }

    package func reload(_ widget: WidgetID) async throws(HostError) { try asked("reload \(widget)") { _ in } }

    package func perform(_ tap: Tap, viewer: Viewer) async throws(HostError) -> TapOutcome {
        try asked("perform \(tap.id)") { state in
            if !state.taps.contains(where: { $0.id == tap.id }) { state.taps.append(tap) }
            return state.outcome
        }
    }

    package func ledger(of widget: WidgetID, limit: Int) async throws(HostError) -> [LedgerEntry] {
        try asked("ledger \(widget) \(limit)") { _ in
            [LedgerEntry(date: Date(timeIntervalSince1970: 0), reasons: [.tap], outcome: .newData, milliseconds: 1.5)]
        }
    }
}

// MARK: - Apps and their pages

extension MemoryHost {
    package func open(
        url: String,
        source: OpenOrigin,
        viewer: Viewer
    ) async throws(HostError) -> OpenOutcome {
        let isScene = try asked("open \(url) \(source.rawValue)") { $0.scenes[url] != nil }
        if isScene { return .scene(url: url) }
        guard url.hasPrefix("http") else { throw HostError(.notFound, "No installed app opens \(url).") }
        return .external(url: url)
    }

    package func scene(url: String, viewer: Viewer) async throws(HostError) -> SceneState {
        guard let scene = try asked("scene \(url)", { $0.scenes[url] }) else {
            throw HostError(.notFound, "No installed app opens \(url).")
        }
        return scene
    }

    package func apps(language: String) async throws(HostError) -> [AppDescription] {
        try asked("apps \(language)") { $0.apps }
    }

    package func findApp(_ name: String) async throws(HostError) -> AppID {
        guard let app = try asked("findApp \(name)", { $0.apps.first { $0.title == name } }) else {
            throw HostError(.notFound, "There is no app \(name).")
        }
        return app.id
    }

    package func findWidget(_ name: String) async throws(HostError) -> WidgetID {
        guard let widget = try asked("findWidget \(name)", { $0.apps.flatMap(\.widgets).first { $0.title == name } })
        else { throw HostError(.notFound, "There is no widget \(name).") }
        return widget.id
    }

    package func install(path: String, consent: InstallConsent) async throws(HostError) -> InstallOutcome {
        try asked("install \(path) \(consent)") { state in
            let digest = state.digests.count > 1 ? state.digests.removeFirst() : state.digests[0]
            if consent.covers(digest), let app = state.apps.first { return .installed(app: app) }
            return .consentNeeded(title: "Weather", requests: ["Use \(digest)."], conflicts: [], digest: digest)
        }
    }

    package func uninstall(_ app: AppID, keepsData: Bool) async throws(HostError) {
        try asked("uninstall \(app) \(keepsData)") { _ in }
    }

    package func setAllowed(_ host: String, _ isAllowed: Bool, for app: AppID) async throws(HostError) {
        try asked("setAllowed \(host) \(isAllowed) \(app)") { _ in }
    }
}

// MARK: - What it keeps

extension MemoryHost {
    package func defaults(of group: GroupID, key: String?) async throws(HostError) -> [String: PropertyValue] {
        try asked("defaults \(group) \(key ?? "all")") { state in
            let values = state.defaults[group] ?? [:]
            guard let key else { return values }
            return values.filter { $0.key == key }
        }
    }

    package func setDefault(_ value: PropertyValue?, for key: String, in group: GroupID) async throws(HostError) {
        try asked("setDefault \(key)") { $0.defaults[group, default: [:]][key] = value }
    }

    package func setting(_ name: String) async throws(HostError) -> String? {
        try asked("setting \(name)") { $0.settings[name] }
    }

    package func setSetting(_ name: String, _ value: String?) async throws(HostError) {
        try asked("setSetting \(name)") { $0.settings[name] = value }
    }

    package func beginSession(tokenHash: String) async throws(HostError) {
        try asked("beginSession") { $0.sessions[tokenHash] = Date() }
    }

    package func touchSession(tokenHash: String) async throws(HostError) {
        try asked("touchSession") { $0.sessions[tokenHash] = Date() }
    }

    package func endSession(tokenHash: String) async throws(HostError) {
        try asked("endSession") { $0.sessions[tokenHash] = nil }
    }

    package func sessionLastSeen(tokenHash: String) async throws(HostError) -> Date? {
        try asked("sessionLastSeen") { $0.sessions[tokenHash] }
    }

    package func image(at url: String) async throws(HostError) -> (mediaType: String, bytes: [UInt8]) {
        try asked("image \(url)") { _ in url.hasSuffix(".svg") ? ("image/svg+xml", [60]) : ("image/png", [1, 2, 3]) }
    }
}
