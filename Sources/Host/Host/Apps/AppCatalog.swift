import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import JSON
import Logging
import ProcessHost
import Synchronization
import TodayProtocol
import TodayScreen

/// Installs and removes apps, and updates the registry and the screen when the store changes.
final class AppCatalog: Sendable {
    private let store: HostStore
    private let registry: AppRegistry
    private let screen: Screen
    private let gateway: ProcessGateway
    private let installer: BundleInstaller
    private let folders: GroupFolders
    private let logger: Logger
    /// Called after the registry has changed.
    private let onChange: @Sendable () -> Void
    private let applied = Mutex(Revision(-1))
    private let changed = Signal()

    init(
        store: HostStore,
        registry: AppRegistry,
        screen: Screen,
        gateway: ProcessGateway,
        stateFolder: String,
        logger: Logger,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.registry = registry
        self.screen = screen
        self.gateway = gateway
        installer = BundleInstaller(folder: "\(stateFolder)/apps")
        folders = GroupFolders(stateFolder: stateFolder)
        self.logger = logger
        self.onChange = onChange
    }

    // MARK: - Following the store

    /// Reads the installed apps from the store into the registry and the screen, unless a newer state was read before.
    func refresh() async throws(StoreError) {
        let (revision, apps, places, hosts, schemes) = try await store.durable.read { [folders, logger] reader in
            var apps: [HostedApp] = []
            var hosts: [AppID: [AllowedHost]] = [:]
            var schemes: [String: AppID] = [:]
            for installed in try reader.apps() {
                let manifest: AppManifest
                do { manifest = try installed.manifest.decode() } catch {
                    logger.error("An app's manifest cannot be read", metadata: ["app": "\(installed.id)"])
                    continue
                }
                let usable = try reader.claims(of: installed.id)
                let groups = manifest.entitlements.groups.filter { usable.contains(.init(.group, $0.rawValue)) }
                apps.append(
                    HostedApp(
                        manifest: manifest,
                        path: installed.path,
                        groups: Dictionary(groups.map { ($0, folders.path(of: $0)) }) { first, _ in first },
                        containers: Set(
                            manifest.entitlements.recordContainers.filter { usable.contains(.init(.container, $0)) }
                        )
                    )
                )
                hosts[installed.id] = try reader.allowedHosts(of: installed.id)
                for scheme in manifest.urlSchemes {
                    if let first = try reader.apps(using: .init(.urlScheme, scheme)).first { schemes[scheme] = first }
                }
            }
            let places = try reader.screenWidgets()
            for index in apps.indices {
                apps[index].instances = places.filter { $0.app == apps[index].id }.map(\.widget)
            }
            return (reader.revision, apps, places, hosts, schemes)
        }
        let gone = applied.withLock { applied -> [ProcessIdentity] in
            guard revision >= applied else { return [] }
            applied = revision
            let before = registry.all
            registry.set(apps, allowedHosts: hosts, schemes: schemes)
            screen.setLayout(
                installed: apps.flatMap { app in
                    app.installedWidgets {
                        logger.error("A placeholder card cannot be read", metadata: ["why": "\($0)"])
                    }
                },
                apps: apps.map { ListedApp(id: $0.id, title: $0.title, url: $0.url) },
                places: places
            )
            return before.flatMap { app in
                app.instances.filter { $0 != $0.bundle && registry.widget($0) == nil }
                    .map { .widget($0, of: app.id) }
            }
        }
        onChange()
        // The process and the content of a further instance go with it.
        for identity in gone {
            await gateway.end(identity)
            if let widget = identity.widget { try await store.caches.forget(widget) }
        }
    }

    /// Has ``run()`` refresh soon; called on the store's writer.
    func setNeedsRefresh() { changed.raise() }

    /// Refreshes when asked until the task is cancelled.
    func run() async {
        while true {
            await changed.wait()
            guard !Task.isCancelled else { return }
            do { try await refresh() } catch {
                logger.error("The installed apps cannot be read", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Deletes copies of bundles that no app uses, and data that was discarded.
    func sweep() async {
        do { try installer.removeAll(except: Set(registry.all.map(\.path))) } catch {
            logger.error("Old bundles cannot be removed", metadata: ["error": "\(error)"])
        }
        if await !folders.emptyTrash() { logger.error("Discarded data cannot be removed") }
    }

    // MARK: - Installing

    /// Installs the bundle at a path, if the consent covers what the bundle asks for.
    ///
    /// The bundle is copied first, and the copy is checked and installed.
    func install(_ path: String, consent: InstallConsent) async throws(HostError) -> InstallOutcome {
        do {
            let staged = try installer.stage(path)
            let manifest = staged.manifest
            let conflicts = try await conflicts(of: manifest)
            let requests = manifest.requestedRights.sentences
            let sentences = conflicts.map(\.sentence)
            let unsupported = manifest.unsupportedLines
            let digest = ConsentDigest.digest(
                app: manifest.id,
                requests: requests + (unsupported ?? []),
                conflicts: sentences
            )
            guard consent.covers(digest) else {
                try installer.discard(staged)
                return .consentNeeded(
                    title: manifest.name.fallback,
                    requests: requests,
                    conflicts: sentences,
                    unsupported: unsupported,
                    digest: digest
                )
            }
            try await checkPrincipalClasses(of: staged)
            for group in manifest.entitlements.groups { try folders.make(group) }
            let place = try installer.commit(staged)
            let claims = Set(manifest.claims)
            try await store.durable.commit(
                .app(
                    .install(
                        Installation(
                            app: InstalledApp(
                                id: manifest.id,
                                name: manifest.name.fallback,
                                version: manifest.version,
                                path: place,
                                manifest: try JSONValue(encoding: manifest),
                                installed: Date()
                            ),
                            widgets: manifest.widgets.map(\.id),
                            claims: claims,
                            consents: Set(conflicts.map(\.claim))
                        )
                    )
                ),
                origin: .person
            )
            let former = registry.app(manifest.id)?.instances ?? []
            await gateway.end(manifest.id, widgets: Array(Set(former + manifest.widgets.map(\.id))))
            try await refresh()
            screen.reload(registry.app(manifest.id)?.instances ?? [])
            guard let app = registry.app(manifest.id) else {
                throw HostError(.internal, "\(manifest.name.fallback) was installed and is gone again.")
            }
            return .installed(app: description(of: app, places: try await places(), language: "en"))
        } catch {
            throw HostError(error)
        }
    }

    /// Ends an app's processes and removes it.
    func uninstall(_ app: AppID, keepsData: Bool) async throws(HostError) {
        do {
            let widgets = registry.app(app)?.instances ?? []
            let receipt = try await store.durable.commit(
                .app(.uninstall(app, keepsData: keepsData)),
                origin: .person
            )
            await gateway.end(app, widgets: widgets)
            try await refresh()
            for widget in widgets { try await store.caches.forget(widget) }
            // Only the store knows which groups have no owner now: another app may own one, or its data may be kept.
            if case .removed(let freed)? = receipt.outcomes.first { try folders.discard(freed) }
            await sweep()
        } catch {
            throw HostError(error)
        }
    }

    /// Starts each widget whose bundle names its class once, since only the program knows the names.
    ///
    /// - Throws: ``BundleError`` if a program has no such widget or does not start; the copy is then discarded.
    private func checkPrincipalClasses(of staged: BundleInstaller.Staged) async throws {
        var problems: [BundleProblem] = []
        for widget in staged.manifest.widgets where widget.principalClass != nil {
            var program = Program(widget.id, of: widget, in: staged.manifest, at: staged.path, groups: [:])
            program.identity = .candidate(widget.id, of: staged.manifest.id)
            do throws(ProcessFailure) { try await gateway.probe(program) } catch {
                problems.append(
                    BundleProblem(
                        file: "\(widget.folder)/Info.plist",
                        key: "NSExtension.NSExtensionPrincipalClass",
                        message: error.sentence,
                        mend: "Name a widget of the program \(widget.executable), or mend the program."
                    )
                )
            }
        }
        guard !problems.isEmpty else { return }
        try installer.discard(staged)
        let count = problems.count == 1 ? "a problem" : "\(problems.count) problems"
        throw BundleError(
            code: .invalid,
            message: "\(staged.manifest.folder) has \(count).",
            problems: problems
        )
    }

    private func conflicts(of manifest: AppManifest) async throws(StoreError) -> [Conflict] {
        let claims = manifest.claims
        return try await store.durable.read { reader in
            try claims.compactMap { claim in
                guard let owner = try reader.owner(of: claim), owner != manifest.id else { return nil }
                return Conflict(claim: claim, sentence: "The \(claim) belongs to \(owner).")
            }
        }
    }

    private struct Conflict: Sendable {
        var claim: Claim
        var sentence: String
    }

    // MARK: - Lists and names

    private func places() async throws(StoreError) -> [ScreenWidget] {
        try await store.durable.read { try $0.screenWidgets() }
    }

    /// The installed apps, by name.
    func descriptions(language: String) async throws(HostError) -> [AppDescription] {
        do {
            let places = try await places()
            return registry.all.map { description(of: $0, places: places, language: language) }
                .sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }
        } catch {
            throw HostError(error)
        }
    }

    private func description(of app: HostedApp, places: [ScreenWidget], language: String) -> AppDescription {
        AppDescription(
            id: app.id,
            title: app.title.text(in: language),
            version: app.manifest.version,
            widgets: app.manifest.widgets.flatMap { widget in
                let instances = places.filter { $0.widget.bundle == widget.id }
                return instances.sorted { ($0.widget.instance ?? 0) < ($1.widget.instance ?? 0) }.map { place in
                    AppDescription.Widget(
                        id: place.widget,
                        title: widget.title(of: place.widget).text(in: language),
                        isOnScreen: place.isShown
                    )
                }
            },
            groups: app.groups.keys.sorted(),
            urlSchemes: app.manifest.urlSchemes,
            declaredHosts: app.manifest.allowedHosts,
            allowedHosts: registry.allowedHosts(of: app.id).map(\.description),
            unsupported: app.manifest.unsupportedLines
        )
    }

    /// Finds an app by identifier or name, or by the beginning of the name of no other.
    func findApp(_ name: String) throws(HostError) -> AppID {
        try find(name, "app", in: registry.all.map { ($0.id.rawValue, [$0.manifest.name.fallback], $0.id) })
    }

    /// Finds a widget by identifier or name, by the name of an app that has one widget, or by the beginning of the name of no
    /// other.
    func findWidget(_ name: String) throws(HostError) -> WidgetID {
        try find(
            name,
            "widget",
            in: registry.all.flatMap { app in
                app.instances.compactMap { instance in
                    guard let widget = app.manifest.widget(instance.bundle) else { return nil }
                    let isFirst = instance == instance.bundle && app.manifest.widgets.count == 1
                    let names = isFirst ? [app.manifest.name.fallback, app.id.rawValue] : []
                    return (instance.rawValue, [widget.title(of: instance).fallback] + names, instance)
                }
            }
        )
    }

    private func find<ID>(
        _ name: String,
        _ noun: String,
        in candidates: [(id: String, names: [String], value: ID)]
    ) throws(HostError) -> ID {
        if let exact = candidates.first(where: { $0.id == name }) { return exact.value }
        let wanted = name.lowercased()
        var matches = candidates.filter { $0.names.contains { $0.lowercased() == wanted } }
        if matches.isEmpty, !wanted.isEmpty {
            matches = candidates.filter { $0.names.contains { $0.lowercased().hasPrefix(wanted) } }
        }
        func list(_ candidates: [(id: String, names: [String], value: ID)]) -> String {
            candidates.map { "\($0.names.first ?? "") (\($0.id))" }.joined(separator: ", ")
        }
        guard let match = matches.first else {
            let known = list(candidates)
            throw HostError(
                .notFound,
                "There is no \(noun) \"\(name)\". \(known.isEmpty ? "None is installed." : "Installed: \(known).")"
            )
        }
        guard matches.count == 1 else {
            throw HostError(
                .notFound,
                "Several \(noun)s are called \"\(name)\", or begin so: \(list(matches)). Use an identifier."
            )
        }
        return match.value
    }
}

extension AppManifest {
    /// What of the bundle does not run, a line each; `nil` if everything runs.
    fileprivate var unsupportedLines: [String]? {
        unsupportedExtensions.isEmpty ? nil : unsupportedExtensions.map(\.description)
    }

    /// The names that the app claims; its widgets can ask for nothing beyond them.
    var claims: [Claim] {
        entitlements.groups.map { Claim(.group, $0.rawValue) }
            + entitlements.keychainGroups.map { Claim(.keychainGroup, $0) }
            + entitlements.recordContainers.map { Claim(.container, $0) }
            + urlSchemes.map { Claim(.urlScheme, $0) }
    }
}
