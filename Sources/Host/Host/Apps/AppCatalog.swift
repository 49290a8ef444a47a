import AsyncPrimitives
import Foundation
import HostModel
import HostStorage
import JSON
import Logging
import ProcessHost
import Synchronization
import TodayProtocol
import TodayScreen

/// Installs and removes apps, and updates the registry and the screen when the store changes.
final class AppCatalog: HostPart {
    let gateway: ProcessGateway
    let installer: BundleInstaller
    let folders: GroupFolders
    let mistakes: CardMistakes
    private let onChange: @Sendable () -> Void
    private let applied = Mutex(Revision(-1))
    private let changed = Signal()
    /// The revision of the last commit that the registry must show.
    private let required = Mutex(Revision(0))

    var store: HostStore { gateway.host.store }
    var registry: AppRegistry { gateway.host.registry }
    var screen: Screen { gateway.host.screen }
    private var logger: Logger { gateway.logger }

    init(_ gateway: ProcessGateway, _ mistakes: CardMistakes, onChange: @escaping @Sendable () -> Void) {
        installer = BundleInstaller(
            folder: "\(gateway.host.folder)/apps",
            packaged: gateway.host.configuration.packagedApps
        )
        folders = GroupFolders(stateFolder: gateway.host.folder)
        self.gateway = gateway
        self.mistakes = mistakes
        self.onChange = onChange
    }

    // MARK: - Following the store

    func didCommit(_ commit: Commit) {
        for change in commit.changes {
            switch change {
            case .app, .screen, .allowedHosts, .rights:
                required.withLock { $0 = max($0, commit.revision) }
                return changed.raise()
            default: break
            }
        }
    }

    /// Reads the installed apps from the store into the registry and the screen, unless a newer state was read before.
    func refresh() async throws(StoreError) {
        let (revision, all, places, schemes) = try await store.durable.read { [folders, installer, logger] reader in
            var apps: [HostedApp] = []
            var schemes: [String: AppID] = [:]
            for installed in try reader.apps() {
                let requested: AppManifest
                do { requested = try installed.manifest.decode() } catch {
                    logger.error("An app's manifest cannot be read", metadata: ["app": "\(installed.id)"])
                    continue
                }
                let revoked = Set(try reader.revokedRights(of: installed.id).compactMap(AppRightID.init))
                let manifest = requested.revoking(revoked)
                let usable = try reader.claims(of: installed.id)
                let groups = manifest.entitlements.groups.filter { usable.contains(.init(.group, $0.rawValue)) }
                apps.append(
                    HostedApp(
                        manifest: manifest,
                        path: installer.place(of: installed.id, committedAt: installed.path),
                        isFromFolder: installed.source.map { source in
                            source != installed.path && URL(filePath: source).pathExtension == "app"
                        } ?? false,
                        signer: installed.signer,
                        groups: Dictionary(groups.map { ($0, folders.path(of: $0)) }) { first, _ in first },
                        containers: Set(
                            manifest.entitlements.recordContainers.filter { usable.contains(.init(.container, $0)) }
                        ),
                        keychainGroups: Set(
                            manifest.entitlements.keychainGroups.filter { usable.contains(.init(.keychainGroup, $0)) }
                        ),
                        allowedHosts: try reader.allowedHosts(of: installed.id)
                            .filter { !revoked.contains(.host($0.description)) },
                        revoked: revoked,
                        requested: requested
                    )
                )
                for scheme in manifest.urlSchemes {
                    let right = AppRightID.urlScheme(scheme).rawValue
                    schemes[scheme] = try reader.apps(using: .init(.urlScheme, scheme))
                        .first { try !reader.revokedRights(of: $0).contains(right) }
                }
            }
            let places = try reader.screenWidgets()
            for index in apps.indices {
                apps[index].instances = places.filter { $0.app == apps[index].id }.map(\.widget)
            }
            return (reader.revision, apps, places, schemes)
        }
        let apps = all.filter(mayRun)
        let gone = applied.withLock { applied -> [ProcessIdentity] in
            guard revision >= applied else { return [] }
            applied = revision
            let before = registry.all
            registry.set(apps, schemes: schemes)
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
        // The process and the content of a removed additional instance are removed with it.
        for identity in gone {
            await gateway.end(identity)
            if let widget = identity.widget { try await store.caches.forget(widget) }
        }
    }

    /// Returns `false` for an app that runs in place and that others than root can change since the last run.
    private func mayRun(_ app: HostedApp) -> Bool {
        let isNew = registry.app(app.id)?.path != app.path
        guard isNew, installer.packaged?.isExposed(app.path) == true else { return true }
        logger.error(
            "An app of the package does not run, since others than root can change it",
            metadata: ["bundle": "\(app.path)"]
        )
        return false
    }

    /// Refreshes after commits that concern apps, until the task is cancelled.
    func run() async {
        while true {
            await changed.wait()
            guard !Task.isCancelled else { return }
            // Whoever installs or removes an app refreshes at once; nothing is new then.
            guard required.withLock(\.self) > applied.withLock(\.self) else { continue }
            do { try await refresh() } catch {
                logger.error("The installed apps cannot be read", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Deletes copies of bundles that no app uses, and discarded data; called at start, before anything is installed.
    ///
    /// As long as the former content of a restored state folder is kept, so are all copies, which it may name.
    func sweep() async {
        do {
            if try StagedRestore(folder: gateway.host.folder).formerContents.isEmpty {
                try installer.removeAll(except: Set(registry.all.map(\.path)))
            }
        } catch {
            logger.error("Old bundles cannot be removed", metadata: ["error": "\(error)"])
        }
        await emptyTrash()
    }

    func emptyTrash() async {
        if await !folders.emptyTrash() { logger.error("Discarded data cannot be removed") }
    }

    // MARK: - Lists and names

    func places() async throws(StoreError) -> [ScreenWidget] { try await store.durable.read { try $0.screenWidgets() } }

    func descriptions(language: String) async throws(StoreError) -> [AppDescription] {
        let places = try await places()
        return registry.all.map { description(of: $0, places: places, language: language) }
            .sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }
    }

    func description(of app: HostedApp, places: [ScreenWidget], language: String) -> AppDescription {
        let unsupported = app.requested.unsupportedSentences
        return AppDescription(
            id: app.id,
            title: app.title.text(in: language),
            version: app.manifest.version,
            signer: app.signer,
            widgets: app.manifest.widgets.flatMap { widget in
                let instances = places.filter { $0.widget.bundle == widget.id }
                return instances.sorted { ($0.widget.instance ?? 0) < ($1.widget.instance ?? 0) }.map { place in
                    AppDescription.Widget(
                        id: place.widget,
                        title: widget.title(of: place.widget).text(in: language),
                        isOnScreen: place.isShown,
                        family: screen.family(of: place.widget)
                    )
                }
            },
            groups: app.groups.keys.sorted(),
            urlSchemes: app.manifest.urlSchemes,
            declaredHosts: app.manifest.allowedHosts,
            allowedHosts: app.allowedHosts.map(\.description),
            share: app.manifest.rule(at: .share),
            action: app.manifest.rule(at: .action),
            unsupported: unsupported.isEmpty ? nil : unsupported
        )
    }

    /// Finds an app by its identifier, its name or an unambiguous prefix of its name.
    func findApp(_ name: String, orBuiltIn: Bool) throws(HostError) -> AppID {
        let builtIn = orBuiltIn ? BuiltInApp.all : []
        return try find(
            name,
            "app",
            in: registry.all.map { ($0.id.rawValue, [$0.manifest.name.fallback], $0.id) },
            and: builtIn.map { ($0.rawValue, BuiltInApp.names(of: $0), $0) }
        )
    }

    /// Finds a widget by its identifier or name, the name of an app with one widget, or an unambiguous prefix.
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
        in installed: [(id: String, names: [String], value: ID)],
        and builtIn: [(id: String, names: [String], value: ID)] = []
    ) throws(HostError) -> ID {
        let candidates = installed + builtIn
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
            let known = list(installed)
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
