import HostModel
import HostStorage
import ProcessHost
import TodayProtocol

/// Checks that keep a bundle from posing as another app, or replacing one unnoticed.
extension AppCatalog {
    /// Checks that a bundle's identifiers and names cannot be mistaken for those of another app, which the error names.
    ///
    /// Names are compared in every language, since a person may use any of them. Only names of apps are protected:
    /// widgets of two apps may share a name.
    func checkIdentity(of manifest: AppManifest) throws(BundleError) {
        let others = registry.all.filter { $0.id != manifest.id }
        let problems = Self.identifierProblems(of: manifest, others) + Self.nameProblems(of: manifest, others)
        guard !problems.isEmpty else { return }
        throw BundleError(problems, in: manifest.folder)
    }

    /// Returns the problems with the identifiers of the app and its plug-ins, each of which identifies a process.
    private static func identifierProblems(of manifest: AppManifest, _ others: [HostedApp]) -> [BundleProblem] {
        var taken: [String: (identifier: String, app: AppID)] = [:]
        for other in others {
            for identifier in identifiers(of: other.requested) {
                taken[identifier.lowercased()] = (identifier, other.id)
            }
        }
        let files = ["Info.plist"] + manifest.plugIns.map { "\($0.folder)/Info.plist" }
        return zip(files, identifiers(of: manifest)).compactMap { file, identifier in
            guard let owner = taken[identifier.lowercased()] else { return nil }
            return BundleProblem(
                file: file,
                key: "CFBundleIdentifier",
                message: owner.identifier == identifier
                    ? "\(identifier) is an identifier of the installed app \(owner.app)."
                    : "Only its case tells \(identifier) from one of the installed app \(owner.app).",
                remedy: "Choose another identifier, or remove the installed app first."
            )
        }
    }

    private static func identifiers(of manifest: AppManifest) -> [String] {
        [manifest.id.rawValue] + manifest.plugIns.map(\.id.rawValue)
    }

    private static func nameProblems(of manifest: AppManifest, _ others: [HostedApp]) -> [BundleProblem] {
        var taken: [String: [(skeleton: NameSkeleton, name: String)]] = [:]
        func protect(_ names: [String], of owner: String) {
            for skeleton in names.flatMap(NameSkeleton.all) {
                taken[skeleton.text, default: []].append((skeleton, owner))
            }
        }
        for names in BuiltInApp.all.map(BuiltInApp.names(of:)) + HostApp.names {
            protect(names, of: "\(names[0]) of Today itself")
        }
        for other in others {
            let names = other.manifest.name
            protect(names.all, of: "the app \(names.fallback) (\(other.id))")
        }
        // A widget may have the same name as its own app.
        let names = [("Info.plist", manifest.name)] + manifest.plugIns.map { ("\($0.folder)/Info.plist", $0.name) }
        return names.compactMap { file, name -> BundleProblem? in
            for text in name.all {
                let owners = NameSkeleton.all(of: text).flatMap { skeleton in
                    taken[skeleton.text, default: []].filter { skeleton.looks(like: $0.skeleton) }.map { $0.name }
                }
                guard let owner = owners.min() else { continue }
                return BundleProblem(
                    file: file,
                    key: "CFBundleDisplayName",
                    message: "\"\(text)\" looks like the name of \(owner).",
                    remedy: "Choose another name\(owner.hasPrefix("the app") ? ", or remove the other app first" : "")."
                )
            }
            return nil
        }
    }

    /// Returns the description of the installed app that a bundle replaces; `nil` if they share a signer or a source.
    func replacement(
        of installed: InstalledApp,
        by bundle: BundleInstaller.Staged,
        from source: String?
    ) -> ConsentSheet.Replacement? {
        if let signer = bundle.signer, installed.signer == signer { return nil }
        if let source, installed.source == source { return nil }
        let manifest = bundle.manifest
        let held = registry.app(installed.id)?.groups ?? [:]
        return ConsentSheet.Replacement(
            title: installed.name,
            version: installed.version,
            source: installed.source,
            groups: manifest.entitlements.groups.filter { held[$0] != nil }.map { group in
                let users = registry.all.filter { $0.id != installed.id && $0.groups[group] != nil }
                return ConsentSheet.Replacement.Group(
                    name: group.rawValue,
                    others: users.map(\.manifest.name.fallback).sorted()
                )
            }
        )
    }
}

extension AppCatalog {
    /// Returns the error for a bundle that is not signed with the key of the installed app, by the two fingerprints.
    static func refusal(of title: String, signedBy former: String, for signer: String?) -> BundleError {
        guard let signer else { return BundleError(.invalid, .updateNotSigned(title, signer: former)) }
        return BundleError(.invalid, .updateSignedByAnother(title, signer: former, other: signer))
    }
}
