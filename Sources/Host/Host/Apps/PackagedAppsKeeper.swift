import AsyncPrimitives
import HostModel
import HostStorage
import Logging
import ProcessHost
import TodayProtocol

/// Keeps the apps of the package as they are on disk: installs each once, and starts one again that an upgrade replaced.
///
/// Whoever installs the package agrees to the rights of its apps, for all people of the machine; each of them can revoke
/// rights and remove apps. An app that the person removed is not installed again, and one that comes from elsewhere is
/// not replaced.
final class PackagedAppsKeeper: HostPart {
    /// The time that an upgrade may take to replace the files of a bundle, after the first of them.
    private static let upgradeTime = Duration.seconds(1)

    private let catalog: AppCatalog
    private let packaged: PackagedApps?
    private let clock: any Clock<Duration>
    private let logger: Logger
    /// Raised when something in a watched folder changes, and when there are other folders to watch.
    private let changed = Signal()
    private let hasLooked = OneTimeSignal()

    init(_ catalog: AppCatalog, _ services: HostDependencies) {
        self.catalog = catalog
        packaged = services.configuration.packagedApps
        clock = services.deadlineClock
        logger = services.logger
    }

    /// Waits until ``run()`` has looked at all bundles once.
    func waitForFirstLook() async {
        if packaged != nil { await hasLooked.wait() }
    }

    /// Looks at all bundles, and again at those that are new or have changed, until the task is cancelled.
    func run() async {
        guard let packaged else { return }
        var known: [String: PackagedApps.Fingerprint] = [:]
        while !Task.isCancelled {
            let bundles = packaged.bundles
            let plugIns = catalog.registry.all.filter { bundles.contains($0.path) }.flatMap { app in
                app.requested.plugIns.map { "\(app.path)/\($0.folder)" }
            }
            let watch = watch([packaged.folder] + bundles + plugIns)
            // What has changed before it was watched counts too.
            for bundle in packaged.bundles { known[bundle] = await look(at: bundle, after: known[bundle]) }
            hasLooked.raise()
            await changed.wait()
            withExtendedLifetime(watch) {}
            try? await clock.sleep(for: Self.upgradeTime)
        }
    }

    private func watch(_ folders: [String]) -> FolderWatch? {
        do { return try FolderWatch(folders) { [changed] in changed.raise() } } catch {
            logger.error("Upgrades of the package's apps are not noticed", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Looks at a bundle if it is new or has changed, and returns its fingerprint.
    ///
    /// A bundle that an upgrade is replacing is left as it is until the end, and one that cannot be installed until it
    /// changes again.
    private func look(at bundle: String, after former: PackagedApps.Fingerprint?) async -> PackagedApps.Fingerprint {
        let fingerprint = PackagedApps.Fingerprint(of: bundle)
        guard fingerprint != former, !fingerprint.isUnfinished else { return fingerprint }
        do {
            try await catalog.adopt(bundle, hasChanged: former != nil)
            changed.raise()
        } catch {
            logger.error(
                "An app of the package cannot be installed",
                metadata: ["bundle": "\(bundle)", "error": "\(error)"]
            )
        }
        return fingerprint
    }
}

extension AppCatalog {
    /// Installs an app of the package, unless the person has removed it or has one with its identifier from elsewhere;
    /// one that is installed already, only if it has changed.
    func adopt(_ bundle: String, hasChanged: Bool) async throws {
        let manifest = try BundleReader().read(at: bundle)
        // Each app that was installed once, also by hand, has a setting of its own, and so stays removed.
        let key = "packagedApps.\(manifest.id)"
        let remembering = StoreOperation.setting(.set(key: key, value: "installed"))
        let (installed, isKnown) = try await store.durable.read { reader in
            (try reader.app(manifest.id), try reader.setting(key) != nil)
        }
        if let installed {
            guard installed.source == bundle || installed.path == bundle else { return }
            let isCurrent = installed.path == bundle && registry.app(manifest.id)?.requested == manifest
            guard hasChanged || !isCurrent else {
                if !isKnown { try await store.durable.commit(remembering) }
                return
            }
        } else if isKnown {
            return
        }
        let staged = try await stage(bundle, source: bundle)
        guard staged.bundle.path == bundle, staged.conflicts.isEmpty, staged.sheet.replaced.isEmpty else {
            try installer.discard(staged.bundle)
            throw HostError(.claimed, "It is not root's alone, or asks for what belongs to another app.")
        }
        _ = try await install(staged, with: remembering)
    }
}
