import Fetching
package import FoundationEssentials
package import HostClock
import HostStorage
package import Logging
import NetworkAddresses
import Notifications
import ServiceLifecycle
package import TodayProtocol
package import TodayScreen

/// The host: everything a surface or a command may ask, in words of the screen.
///
/// Surfaces read screens and scenes and send what people do; they never talk to a process. All functions may be called
/// from any task, and fail with ``HostError``.
package final class TodayHost: Service {
    let parts: HostParts

    /// Opens the state folder and prepares everything; no process is started before ``run()``.
    ///
    /// - Parameters:
    ///   - configuration: What the host is told once.
    ///   - logger: The log.
    ///   - clock: The clock on the wall; the system's unless a test brings its own.
    ///   - deadlineClock: Measures how long processes take to answer; the system's unless a test brings its own.
    /// - Throws: `stateUnavailable` if another host uses the folder, `sandboxUnavailable` if one is required.
    package init(
        configuration: HostConfiguration,
        logger: Logger,
        clock: any WallClock = SystemWallClock(),
        deadlineClock: any Clock<Duration> = ContinuousClock()
    ) async throws(HostError) {
        parts = try await HostParts(
            configuration: configuration,
            logger: logger,
            clock: clock,
            deadlineClock: deadlineClock
        )
    }

    /// Runs until graceful shutdown or cancellation, then ends every process within two seconds.
    package func run() async throws { await parts.run() }
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
    /// - Returns: The screen.
    /// - Throws: ``HostError``.
    package func screen(for viewer: Viewer, opens: Bool) async throws(HostError) -> ScreenState {
        parts.screen.state(for: viewer, opens: opens)
    }

    /// Waits until what a viewer sees is as new as it gets, or failed; gives up after a time.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - limit: How long to wait at most.
    package func settle(for viewer: Viewer, within limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.parts.screen.waitUntilSettled(language: viewer.language) }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// What a page must show that it does not show yet, now and from now on.
    ///
    /// While the stream is held, the screen counts as shown; it ends when the host stops or its task is cancelled.
    /// Events that wait are merged, newest last; the buffer is bounded by the number of widgets.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - position: What the page shows; none or one from another epoch gets everything.
    ///   - scene: The URL of the page of an app that is shown; the app then counts as being in front.
    /// - Returns: The events.
    package func events(
        for viewer: Viewer,
        after position: ScreenPosition?,
        scene: String?
    ) -> AsyncStream<ScreenEvent> {
        let app = scene.flatMap { url in parts.registry.app(opening: url).map { (url: url, app: $0.id) } }
        return parts.screen.events(for: viewer, after: position, scene: app)
    }

    /// Puts these widgets on the screen, in this order, and takes every other one off.
    package func setScreen(_ widgets: [WidgetID]) async throws(HostError) {
        try await translating {
            let shown = try await self.parts.store.durable.read { try $0.screenWidgets() }.filter(\.isShown)
            var operations = shown.map(\.widget).filter { !widgets.contains($0) }.map {
                StoreOperation.screen(.remove($0))
            }
            operations += widgets.map { .screen(.add($0)) }
            operations.append(.screen(.reorder(widgets)))
            try await self.parts.store.durable.commit(StoreTransaction(operations, origin: .person))
            try await self.parts.catalog.refresh()
        }
    }

    /// Asks a widget for an update, and waits until its content is on the screen or it failed.
    package func reload(_ widget: WidgetID) async throws(HostError) {
        guard parts.registry.widget(widget) != nil else {
            throw HostError(.notFound, "There is no widget \(widget).")
        }
        parts.screen.reload([widget])
        await parts.screen.waitUntilSettled(widget)
        if let problem = parts.screen.problem(of: widget) { throw HostError(.processFailed, problem) }
    }

    /// Does what a person tapped, durably and once per tap id.
    ///
    /// Returns when the effects are on disk. If the caller goes away the tap goes on.
    package func perform(_ tap: Tap, viewer: Viewer) async throws(HostError) -> TapOutcome {
        try await translating {
            switch tap.target {
            case .widget(let widget):
                guard self.parts.registry.widget(widget) != nil else {
                    throw HostError(.notFound, "There is no widget \(widget).")
                }
                return try await self.parts.screen.perform(tap, on: widget, viewer: viewer)
            case .scene(let url):
                let app = try self.requireApp(opening: url)
                return try await self.parts.taps.perform(tap, target: .app(app.id), viewer: viewer) {
                    self.parts.apps.enqueue(tap.id, of: app.id)
                }
            }
        }
    }

    /// The newest updates of a widget, newest first.
    package func ledger(of widget: WidgetID, limit: Int) async throws(HostError) -> [LedgerEntry] {
        guard parts.registry.widget(widget) != nil else {
            throw HostError(.notFound, "There is no widget \(widget).")
        }
        return try await translating { try await self.parts.screen.ledger(of: widget, limit: limit) }
    }
}

// MARK: - Apps and their pages

extension TodayHost {
    /// Finds out where an address leads; starts its app if it is one of an app's.
    package func open(
        url: String,
        source: OpenOrigin,
        viewer: Viewer
    ) async throws(HostError) -> OpenOutcome {
        if let app = parts.registry.app(opening: url) {
            return try await translating {
                .scene(
                    url: try await self.parts.apps.open(
                        url,
                        of: app,
                        source: source.requestSource,
                        language: viewer.language
                    )
                )
            }
        }
        guard let scheme = URLScheme.scheme(of: url), URLScheme.external.contains(scheme) else {
            throw HostError(.notFound, "No installed app opens \"\(url.prefix(200))\".")
        }
        return .external(url: url)
    }

    /// Asks an app for the page of a URL.
    package func scene(url: String, viewer: Viewer) async throws(HostError) -> SceneState {
        let app = try requireApp(opening: url)
        return try await translating {
            let position = self.parts.screen.position
            let content = try await self.parts.apps.scene(
                url,
                of: app,
                revision: self.parts.store.durable.revision,
                language: viewer.language
            )
            return SceneState(
                app: app.id,
                appTitle: app.title.text(in: viewer.language),
                url: url,
                title: content.title,
                card: content.card,
                focus: content.focus,
                // Only what can be an id may become part of a path.
                message: content.message.flatMap { $0.isWellFormed ? $0 : nil },
                epoch: position.epoch,
                revision: position.revision
            )
        }
    }

    /// The installed apps, by name.
    package func apps(language: String) async throws(HostError) -> [AppDescription] {
        try await parts.catalog.descriptions(language: language)
    }

    /// Finds an app by its bundle identifier or an unambiguous name, in any case of letters.
    package func findApp(_ name: String) async throws(HostError) -> AppID { try parts.catalog.findApp(name) }

    /// Finds a widget by its bundle identifier or an unambiguous name; an app's name also names its only widget.
    package func findWidget(_ name: String) async throws(HostError) -> WidgetID { try parts.catalog.findWidget(name) }

    /// Installs the bundle at a path of this machine, or the newer version of one.
    ///
    /// - Parameters:
    ///   - path: The folder `Name.app`.
    ///   - consent: What the person agreed to; one to something else than the bundle asks for now is none.
    /// - Returns: The installed app, or what the person has to agree to.
    /// - Throws: ``HostError`` with code `badBundle` if the bundle is malformed.
    package func install(path: String, consent: InstallConsent) async throws(HostError) -> InstallOutcome {
        try await parts.catalog.install(path, consent: consent)
    }

    /// Ends an app's processes and removes it.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - keepsData: Whether the data of groups that no other app uses stays.
    /// - Throws: ``HostError``.
    package func uninstall(_ app: AppID, keepsData: Bool) async throws(HostError) {
        try await parts.catalog.uninstall(app, keepsData: keepsData)
    }

    /// Lets an app's processes fetch from a host, or no longer.
    ///
    /// - Parameters:
    ///   - host: `HOST` or `HOST:PORT`, without a scheme.
    ///   - isAllowed: Whether it may.
    ///   - app: The app.
    /// - Throws: ``HostError`` with code `invalid` if that is no host.
    package func setAllowed(_ host: String, _ isAllowed: Bool, for app: AppID) async throws(HostError) {
        try await translating {
            let host = try AllowedHost(host)
            if app == TopicsApp.id {
                try await self.parts.store.durable.commit(
                    .topicHost(isAllowed ? .allow(host) : .disallow(host)),
                    origin: .person
                )
                return
            }
            try await self.parts.store.durable.commit(
                .allowedHost(isAllowed ? .allow(host, app: app) : .disallow(host, app: app)),
                origin: .person
            )
            try await self.parts.catalog.refresh()
        }
    }
}

// MARK: - Shared defaults, for the command line

extension TodayHost {
    /// The values of a group's shared defaults, all or of one key.
    package func defaults(
        of group: GroupID,
        key: String?
    ) async throws(HostError) -> [String: PropertyValue] {
        try check(group)
        return try await translating {
            try await self.parts.store.durable.read { reader in
                if let key {
                    return try reader.defaultsEntry(for: key, of: group).map { [key: $0.value] } ?? [:]
                }
                var values: [String: PropertyValue] = [:]
                var after: String?
                while true {
                    let page = try reader.defaults(of: group, after: after)
                    for entry in page.entries { values[entry.key] = entry.value }
                    guard page.hasMore, let last = page.entries.last else { return values }
                    after = last.key
                }
            }
        }
    }

    /// Refuses a group that no installed app has.
    private func check(_ group: GroupID) throws(HostError) {
        guard parts.registry.all.contains(where: { $0.groups[group] != nil }) else {
            let known = Set(parts.registry.all.flatMap(\.groups.keys)).sorted().map(\.rawValue).joined(separator: ", ")
            throw HostError(
                .notFound,
                "No installed app has the group \"\(group)\"\(known.isEmpty ? "." : "; there are: \(known).")"
            )
        }
    }

    /// Sets a key of a group's shared defaults, or removes it.
    package func setDefault(
        _ value: PropertyValue?,
        for key: String,
        in group: GroupID
    ) async throws(HostError) {
        try check(group)
        let operation: DefaultsOperation =
            value.map { .set(group: group, key: key, value: $0) } ?? .remove(group: group, key: key)
        try await translating { try await self.parts.store.durable.commit(.defaults(operation), origin: .person) }
    }
}

// MARK: - Images of cards

extension TodayHost {
    /// Fetches an image that a card shows, from any public host and without credentials.
    ///
    /// - Parameter url: The image's address.
    /// - Returns: The image's media type, of a short list, and its bytes, at most 2 MiB.
    /// - Throws: ``HostError`` if there is no such image, or if it must not be fetched.
    package func image(at url: String) async throws(HostError) -> (mediaType: String, bytes: [UInt8]) {
        do throws(FetchFailure) {
            let image = try await parts.images.image(at: url)
            return (image.format.mediaType, image.bytes)
        } catch {
            throw HostError(error.code == .notAllowed ? .invalid : .notFound, error.message, cause: error)
        }
    }
}

// MARK: - Things a surface keeps

extension TodayHost {
    /// A value that a surface keeps in the host's database, such as its port; at most 64 KiB.
    package func setting(_ name: String) async throws(HostError) -> String? {
        try await translating { try await self.parts.store.durable.read { try $0.setting(name) } }
    }

    /// Keeps a value for a surface, or removes it; on disk when this returns.
    package func setSetting(_ name: String, _ value: String?) async throws(HostError) {
        let operation: SettingOperation = value.map { .set(key: name, value: $0) } ?? .remove(key: name)
        try await translating { try await self.parts.store.durable.commit(.setting(operation)) }
    }

    /// Signs a browser in by the hash of its token.
    package func beginSession(tokenHash: String) async throws(HostError) {
        try await translating { try await self.parts.store.durable.commit(.session(.begin(tokenHash: tokenHash))) }
    }

    /// Notes that a browser was seen.
    package func touchSession(tokenHash: String) async throws(HostError) {
        try await translating { try await self.parts.store.durable.commit(.session(.touch(tokenHash: tokenHash))) }
    }

    /// Signs a browser out.
    package func endSession(tokenHash: String) async throws(HostError) {
        try await translating { try await self.parts.store.durable.commit(.session(.end(tokenHash: tokenHash))) }
    }

    /// When a browser was last seen; `nil` if it is not signed in.
    package func sessionLastSeen(tokenHash: String) async throws(HostError) -> Date? {
        try await translating {
            try await self.parts.store.durable.read { try $0.session(tokenHash: tokenHash)?.lastSeen }
        }
    }
}

extension TodayHost {
    private func requireApp(opening url: String) throws(HostError) -> HostedApp {
        guard let app = parts.registry.app(opening: url) else {
            throw HostError(.notFound, "No installed app opens \"\(url.prefix(200))\".")
        }
        return app
    }

    /// Runs a function of the parts below and translates its errors.
    @discardableResult
    func translating<Value>(
        _ body: @Sendable () async throws -> Value
    ) async throws(HostError) -> Value {
        do { return try await body() } catch { throw HostError(error) }
    }
}
