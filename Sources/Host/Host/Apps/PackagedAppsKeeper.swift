import AsyncPrimitives
import HostModel
import HostStorage
import Logging
import ProcessHost
import Synchronization
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
    /// The bundles that were looked at, by path.
    private let known = Mutex([String: PackagedApps.Fingerprint]())
    /// Raised when something in a watched folder changes, and when there are other folders to watch.
    private let changed = Signal()

    init(_ catalog: AppCatalog, _ services: HostDependencies) {
        self.catalog = catalog
        packaged = services.configuration.packagedApps
        clock = services.deadlineClock
        logger = services.logger
    }

    /// Looks at all bundles that are new or have changed.
    ///
    /// A bundle that cannot be installed, such as one of which an upgrade has replaced a part, is left as it is until it
    /// changes again.
    func update() async {
        guard let packaged else { return }
        for bundle in packaged.bundles {
            let fingerprint = PackagedApps.Fingerprint(of: bundle)
            let former = known.withLock { $0.updateValue(fingerprint, forKey: bundle) }
            guard fingerprint != former else { continue }
            do {
                try await catalog.adopt(bundle, hasChanged: former != nil)
                changed.raise()
            } catch {
                logger.error(
                    "An app of the package cannot be installed",
                    metadata: ["bundle": "\(bundle)", "error": "\(error)"]
                )
            }
        }
    }

    /// Follows changes on the disk until the task is cancelled.
    func run() async {
        guard let packaged else { return }
        while !Task.isCancelled {
            let programs = catalog.registry.all.filter { packaged.bundles.contains($0.path) }.flatMap { app in
                [app.path] + app.requested.plugIns.map { "\(app.path)/\($0.folder)" }
            }
            let watch = FolderWatch([packaged.folder] + programs) { [changed] in changed.raise() }
            // What has changed before it was watched counts too.
            if !known.withLock(\.isEmpty) { await update() }
            await changed.wait()
            withExtendedLifetime(watch) {}
            try? await clock.sleep(for: Self.upgradeTime)
        }
    }
}

extension AppCatalog {
    /// The setting with the identifiers of the package's apps that were installed once.
    private static let offeredKey = "packagedApps"

    /// Installs an app of the package, unless the person has removed it or has one with its identifier from elsewhere;
    /// one that is installed already, only if it has changed.
    func adopt(_ bundle: String, hasChanged: Bool) async throws {
        let manifest = try BundleReader().read(at: bundle)
        let (installed, setting) = try await store.durable.read { reader in
            (try reader.app(manifest.id), try reader.setting(Self.offeredKey) ?? "")
        }
        let offered = Set(setting.split(separator: "\n").map(String.init))
        if let installed {
            guard installed.source == bundle else { return }
            let isCurrent = installed.path == bundle && registry.app(manifest.id)?.requested == manifest
            guard hasChanged || !isCurrent else { return }
        } else if offered.contains(manifest.id.rawValue) {
            return
        }
        let staged = try await stage(bundle, source: bundle)
        guard staged.bundle.path == bundle, staged.conflicts.isEmpty, staged.sheet.replaced.isEmpty else {
            try installer.discard(staged.bundle)
            throw HostError(.claimed, "It is not root's alone, or asks for what belongs to another app.")
        }
        _ = try await install(staged)
        let now = offered.union([manifest.id.rawValue]).sorted().joined(separator: "\n")
        try await store.durable.commit(.setting(.set(key: Self.offeredKey, value: now)))
    }
}
