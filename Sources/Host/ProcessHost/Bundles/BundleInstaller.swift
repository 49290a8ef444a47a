import Glibc
package import TodayProtocol

/// Keeps copies of bundles in the state folder, one folder for each version that was installed.
///
/// A copy lies at `FOLDER/<app id>/<version>-<unique>/Name.app`. It is made beside its place, forced to disk and renamed
/// into it, so that it is whole or not there. Which copy of an app is in force is the caller's to remember; all others
/// are rubbish that ``removeAll(except:)`` sweeps up. One installer per folder at a time.
package struct BundleInstaller: Sendable {
    /// A bundle that was copied and read, and is not installed yet.
    package struct Staged: Sendable {
        /// The manifest of the copy.
        package let manifest: AppManifest
        /// The copy's path.
        package let path: String
        /// The fingerprint of the key that the copy is signed with; `nil` if it is not signed.
        package let signer: String?
        /// The folder that holds the copy alone.
        let holder: String
    }

    private static let stagingName = ".staging"

    private let folder: String
    private let limits: BundleLimits
    private let reader: BundleReader

    /// Makes an installer.
    ///
    /// - Parameters:
    ///   - folder: The absolute path of the folder for copies; made when it is first needed.
    ///   - limits: How large a bundle may be.
    package init(folder: String, limits: BundleLimits = BundleLimits()) {
        self.folder = folder
        self.limits = limits
        reader = BundleReader(limits: limits)
    }

    /// Copies a bundle into the state folder and reads the copy, so that what a person consents to is what will run.
    ///
    /// End with ``commit(_:)`` or ``discard(_:)``.
    ///
    /// - Parameter path: The bundle's path, or that of a tar archive with one, which may be compressed with gzip.
    /// - Returns: The copy.
    /// - Throws: ``BundleError``, and then nothing stays behind.
    package func stage(_ path: String) throws(BundleError) -> Staged {
        guard BundleArchive.isFile(path) else { return try stageFolder(path) }
        let place = "\(folder)/\(Self.stagingName)/\(Self.uniqueName())"
        try FileTree.makeFolders(place)
        // The sweep deletes what cannot be removed now.
        defer { try? FileTree.remove(place) }
        return try stageFolder(try BundleArchive.unpack(path, into: place, limits: limits))
    }

    private func stageFolder(_ path: String) throws(BundleError) -> Staged {
        // Read before it is copied, so that a folder that is no bundle fails with every problem and costs nothing.
        let manifest = try reader.read(at: path)
        guard let source = BundleFolder.resolved(path) else {
            throw BundleError(code: .notFound, message: "There is no bundle at \(path).")
        }
        let holder = "\(folder)/\(Self.stagingName)/\(Self.uniqueName())"
        do throws(BundleError) {
            try FileTree.makeFolders(holder)
            var tree = FileTree(limits: limits)
            let copy = "\(holder)/\(manifest.folder)"
            try tree.copy(source, to: copy)
            // The copy is checked, which nobody else can change: what was signed is what will run.
            return Staged(
                manifest: try reader.read(at: copy),
                path: copy,
                signer: try BundleSignature.signer(of: copy, limits: limits),
                holder: holder
            )
        } catch {
            try? FileTree.remove(holder)  // The first error is reported; the sweep deletes what remains.
            throw error
        }
    }

    /// Puts a staged copy into its place.
    ///
    /// - Returns: The bundle's path from now on. It never changes again.
    /// - Throws: ``BundleError`` with code `copyFailed`.
    package func commit(_ staged: Staged) throws(BundleError) -> String {
        let app = "\(folder)/\(staged.manifest.id)"
        let place = "\(app)/\(staged.manifest.version)-\(Self.uniqueName())"
        try FileTree.makeFolders(app)
        try FileTree.synchronize(staged.holder)
        guard rename(staged.holder, place) == 0 else { throw FileTree.failure("move the bundle to \(place)") }
        try FileTree.synchronize(app)
        try FileTree.synchronize(folder)
        return "\(place)/\(staged.manifest.folder)"
    }

    /// Removes a staged copy.
    package func discard(_ staged: Staged) throws(BundleError) { try FileTree.remove(staged.holder) }

    /// Removes every copy but those in use: at start, since no bundle may be staged meanwhile.
    ///
    /// - Parameter paths: The paths of bundles that stay, as ``commit(_:)`` returned them.
    /// - Throws: ``BundleError`` with code `copyFailed` if something cannot be removed.
    package func removeAll(except paths: Set<String>) throws(BundleError) {
        guard BundleFolder.isFolder(folder) else { return }
        for app in try FileTree.names(in: folder) {
            let place = "\(folder)/\(app)"
            guard app != Self.stagingName, BundleFolder.isFolder(place) else {
                try FileTree.remove(place)
                continue
            }
            for version in try FileTree.names(in: place) {
                let copy = "\(place)/\(version)"
                if !paths.contains(where: { $0.hasPrefix(copy + "/") }) { try FileTree.remove(copy) }
            }
            if try FileTree.names(in: place).isEmpty { try FileTree.remove(place) }
        }
    }

    /// Removes the copies of an app but one, after the processes of the others have ended, and its folder if none is left.
    ///
    /// What cannot be removed is left for ``removeAll(except:)``.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - path: The path of the bundle that stays, as ``commit(_:)`` returned it; empty if none does.
    package func removeOthers(of app: AppID, except path: String) {
        let place = "\(folder)/\(app)"
        for version in (try? FileTree.names(in: place)) ?? [] where !path.hasPrefix("\(place)/\(version)/") {
            try? FileTree.remove("\(place)/\(version)")
        }
        if (try? FileTree.names(in: place))?.isEmpty == true { try? FileTree.remove(place) }
    }

    private static func uniqueName() -> String {
        String(UInt64.random(in: 0 ... .max), radix: 36)
    }
}
