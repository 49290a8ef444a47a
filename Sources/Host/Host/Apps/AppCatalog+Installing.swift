import Foundation
import HostModel
import HostStorage
import JSON
import ProcessHost
import TodayProtocol
import TodayScreen

extension AppCatalog {
    /// A bundle that is not installed yet, or its copy, with its consent sheet.
    struct StagedApp: Sendable {
        var bundle: BundleInstaller.Staged
        var sheet: ConsentSheet
        /// The names that other apps own, in the order of the sheet's conflicts.
        var conflicts: [Claim]
        /// The absolute path of the original; `nil` for an upload.
        var source: String?
    }

    /// Installs the bundle at a path, if the consent covers what the bundle asks for.
    ///
    /// The bundle is copied first, and the copy is checked and installed. With `skipsUnchanged`, nothing happens if the
    /// installed copy is identical. The path of an upload is not recorded as the app's source.
    func install(
        _ path: String,
        consent: InstallConsent,
        skipsUnchanged: Bool = false,
        isUpload: Bool = false
    ) async throws -> InstallOutcome {
        if skipsUnchanged, let app = try await unchanged(path) { return .installed(app: app) }
        let staged = try await stage(path, source: isUpload ? nil : path)
        guard consent.covers(staged.sheet) else {
            try installer.discard(staged.bundle)
            return .consentNeeded(sheet: staged.sheet)
        }
        return .installed(app: try await install(staged))
    }

    private func unchanged(_ path: String) async throws -> AppDescription? {
        let manifest = try BundleReader().read(at: path)
        guard let app = registry.app(manifest.id), app.manifest.version == manifest.version,
            try FileTree.isSame(path, app.path)
        else { return nil }
        return description(of: app, places: try await places(), language: "en")
    }

    /// Copies a bundle into the state folder, unless it runs in place, and determines what the person must agree to.
    func stage(_ path: String, source: String?) async throws -> StagedApp {
        let bundle = try installer.stage(path)
        do {
            let manifest = bundle.manifest
            try checkIdentity(of: manifest)
            let claims = manifest.claims
            let (installed, former, owned) = try await store.durable.read { reader in
                // The person is not asked again for what an earlier version was granted.
                let held = try reader.claims(of: manifest.id)
                let owned = try claims.filter { !held.contains($0) }.compactMap { claim in
                    try reader.owner(of: claim).flatMap { $0 == manifest.id ? nil : (claim: claim, owner: $0) }
                }
                return (try reader.app(manifest.id), try reader.signer(of: manifest.id), owned)
            }
            if let installed, let former, former != bundle.signer {
                throw Self.refusal(of: installed.name, signedBy: former, for: bundle.signer)
            }
            // An identical bundle at another path changes neither the app nor its recorded source.
            let isSame = installed.map { (try? FileTree.isSame(bundle.path, $0.path)) ?? false } ?? false
            // A manifest that cannot be read has no rights, so that all of them are asked for again.
            let old = try? installed?.manifest.decode(AppManifest.self)
            let known = Set(old?.rights.map(\.id) ?? [])
            let sheet = ConsentSheet(
                app: manifest.id,
                title: manifest.name.fallback,
                translations: manifest.name.translations,
                version: manifest.version,
                installedVersion: installed?.version,
                rights: manifest.rights.map { right in
                    ConsentSheet.Right(
                        identifier: right.id.rawValue,
                        sentence: right.sentence,
                        translations: right.translations,
                        purpose: right.purpose,
                        isNew: !known.contains(right.id)
                    )
                },
                replacement: installed.flatMap {
                    isSame ? nil : replacement(of: $0, by: bundle, from: source)
                },
                signature: bundle.signer.map { signer in
                    ConsentSheet.Signature(
                        signer: signer,
                        isThatOfInstalled: former == signer && installed != nil,
                        others: registry.all.filter { $0.signer == signer && $0.id != manifest.id }
                            .map(\.manifest.name.fallback)
                    )
                },
                formerSigner: former == bundle.signer ? nil : former,
                conflicts: owned.map { Self.sentence(of: $0.claim, owner: $0.owner, asking: manifest.name.fallback) },
                unsupported: manifest.unsupportedSentences
            )
            return StagedApp(
                bundle: bundle,
                sheet: sheet,
                conflicts: owned.map(\.claim),
                source: isSame ? installed?.source : source
            )
        } catch {
            // The first error is reported; the sweep deletes what remains.
            try? installer.discard(bundle)
            throw error
        }
    }

    /// The order of the sample apps' widgets before the person moves them: what shows something at once comes first.
    private static let firstOrder = [
        "Weather", "Calendar", "Habits", "ShoppingList", "Clock", "Messages", "System", "Feeds", "Services",
    ].map { WidgetID("org.today.\($0).widget") }

    /// Installs a staged copy whose sheet the person has agreed to; further operations are part of the same commit.
    func install(_ staged: StagedApp, with further: StoreOperation...) async throws -> AppDescription {
        let manifest = staged.bundle.manifest
        try await checkPrincipalClasses(of: staged.bundle)
        for group in manifest.entitlements.groups { try folders.make(group) }
        let place = try installer.commit(staged.bundle)
        let allowed = try await store.durable.read { try $0.allowedHosts(of: manifest.id) }
        let rights = manifest.rights.map(\.id) + allowed.map { AppRightID.host($0.description) }
        let installation = StoreOperation.app(
            .install(
                InstalledApp(
                    id: manifest.id,
                    name: manifest.name.fallback,
                    version: manifest.version,
                    path: place,
                    manifest: try JSONValue(encoding: manifest),
                    installed: Date(),
                    source: staged.source,
                    signer: staged.bundle.signer
                ),
                widgets: manifest.widgets.map(\.id),
                order: Self.firstOrder,
                claims: Set(manifest.claims),
                consents: Set(staged.conflicts),
                rights: Set(rights.map(\.rawValue)),
                inherits: staged.sheet.formerSigner
            )
        )
        try await store.durable.commit(StoreTransaction([installation] + further, origin: .person))
        let former = registry.app(manifest.id)?.instances ?? []
        await gateway.end(manifest.id, widgets: Array(Set(former + manifest.widgets.map(\.id))))
        try await refresh()
        screen.reload(registry.app(manifest.id)?.instances ?? [], isUrgent: true)
        installer.removeOthers(of: manifest.id, except: place)
        guard let app = registry.app(manifest.id) else {
            throw HostError(.internal, "\(manifest.name.fallback) was installed and is gone again.")
        }
        mistakes.log(inFilesOf: app, registry.images)
        return description(of: app, places: try await places(), language: "en")
    }

    func uninstall(_ app: AppID, keepsData: Bool) async throws {
        let widgets = registry.app(app)?.instances ?? []
        let removal = StoreOperation.app(.uninstall(app, keepsData: keepsData))
        let receipt = try await store.durable.commit(removal, origin: .person)
        // From here on nothing starts the app, also no retry after a failure: a start would miss the bundle, or
        // create the folders of the groups again.
        let isRefreshed = (try? await refresh()) != nil
        await gateway.end(app, widgets: widgets)
        // Only the store knows which groups are left without an owner, since another app may own one, or its data
        // may be kept. Without their folders there is room again on a full disk.
        if case .removed(let freed)? = receipt.outcomes.first { try folders.discard(freed) }
        if !isRefreshed {
            try await refresh()
            await gateway.end(app, widgets: widgets)
        }
        for widget in widgets { try await store.caches.forget(widget) }
        // Only this app's copies: another app may be about to be installed.
        installer.removeOthers(of: app, except: "")
        await emptyTrash()
        store.reserve.fill()
    }

    /// Starts each widget whose bundle names a principal class once, since only the program knows which classes exist;
    /// the copy is discarded if a program has no such widget or does not start.
    private func checkPrincipalClasses(of staged: BundleInstaller.Staged) async throws {
        var problems: [BundleProblem] = []
        for widget in staged.manifest.widgets where widget.principalClass != nil {
            var program = Program(widget.id, of: widget, in: staged.manifest, at: staged.path, groups: [:])
            program.identity = .candidate(widget.id, of: staged.manifest.id)
            program.seesSystemStatus = false
            do throws(ProcessFailure) { try await gateway.probe(program) } catch {
                problems.append(
                    BundleProblem(
                        file: "\(widget.folder)/Info.plist",
                        key: "NSExtension.NSExtensionPrincipalClass",
                        message: error.message,
                        remedy: "Name a widget of the program \(widget.executable), or mend the program."
                    )
                )
            }
        }
        guard !problems.isEmpty else { return }
        try installer.discard(staged)
        throw BundleError(problems, in: staged.manifest.folder)
    }

    private static func sentence(of claim: Claim, owner: AppID, asking title: String) -> LocalizableText {
        switch claim.kind {
        case .urlScheme: .schemeOwnedByAnother(claim.name, owner: owner.rawValue, app: title)
        case .group: .groupOwnedByAnother(claim.name, owner: owner.rawValue)
        case .container: .containerOwnedByAnother(claim.name, owner: owner.rawValue)
        case .keychainGroup: .keychainGroupOwnedByAnother(claim.name, owner: owner.rawValue)
        }
    }
}

extension AppManifest {
    /// The names that the app claims; its widgets can ask for nothing beyond them.
    var claims: [Claim] {
        entitlements.groups.map { Claim(.group, $0.rawValue) }
            + entitlements.recordContainers.map { Claim(.container, $0) }
            + entitlements.keychainGroups.map { Claim(.keychainGroup, $0) }
            + urlSchemes.map { Claim(.urlScheme, $0) }
    }
}
