import Glibc
import HostModel
package import TodayProtocol

/// Keeps copies of bundles in the state folder, one folder for each installed version; bundles of ``PackagedApps`` stay
/// where they are.
///
/// A copy is at `FOLDER/<app id>/<version>-<unique>/Name.app`. It is made in a staging folder, synced to disk and
/// renamed into place, so that it is either complete or absent. The caller remembers which copy of an app is in use;
/// ``removeAll(except:)`` deletes all others. Only one installer may use a folder at a time.
package struct BundleInstaller: Sendable {
    /// A bundle that was copied and read, but is not installed yet.
    package struct Staged: Sendable {
        package let manifest: AppManifest
        /// The path of the copy, or of the bundle itself if it runs in place.
        package let path: String
        /// The fingerprint of the key that the copy is signed with; `nil` if it is not signed.
        package let signer: String?
        /// The folder that contains only the copy; `nil` if the bundle runs in place.
        let holder: String?
    }

    private static let stagingName = ".staging"

    private let folder: String
    /// The apps that run in place, if there are any.
    package let packaged: PackagedApps?
    private let limits: BundleLimits
    private let reader: BundleReader

    /// Creates an installer with the absolute path of the folder for copies, which is created when it is first needed.
    package init(folder: String, packaged: PackagedApps? = nil, limits: BundleLimits = BundleLimits()) {
        self.folder = folder
        self.packaged = packaged
        self.limits = limits
        reader = BundleReader(limits: limits)
    }

    /// Copies a bundle into the state folder and reads the copy, so that the person consents to exactly what will run.
    ///
    /// A bundle that runs in place is only read. Pass the result to ``commit(_:)`` or ``discard(_:)``.
    ///
    /// - Parameter path: The path of the bundle, or of a tar archive that contains it and may be compressed with gzip.
    /// - Returns: The copy, for ``commit(_:)`` or ``discard(_:)``.
    /// - Throws: ``BundleError``; then no copy is left behind.
    package func stage(_ path: String) throws(BundleError) -> Staged {
        if let place = packaged?.place(of: path) {
            try FileTree.check(place, limits: limits)
            return Staged(
                manifest: try reader.read(at: place),
                path: place,
                signer: try BundleSignature.signer(of: place, limits: limits),
                holder: nil
            )
        }
        guard BundleArchive.isFile(path) else { return try stageFolder(path) }
        let place = "\(folder)/\(Self.stagingName)/\(FileTree.uniqueName())"
        try FileTree.makeFolders(place)
        // `removeAll(except:)` deletes what cannot be removed now.
        defer { try? FileTree.remove(place) }
        return try stageFolder(try BundleArchive.unpack(path, into: place, limits: limits))
    }

    private func stageFolder(_ path: String) throws(BundleError) -> Staged {
        // Read before it is copied, so that an invalid bundle fails with all its problems before anything is copied.
        let manifest = try reader.read(at: path)
        guard let source = BundleFolder.resolved(path) else { throw BundleError(.notFound, .noBundleAtPath(path)) }
        let holder = "\(folder)/\(Self.stagingName)/\(FileTree.uniqueName())"
        do throws(BundleError) {
            try FileTree.makeFolders(holder)
            var tree = FileTree(limits: limits)
            let copy = "\(holder)/\(manifest.folder)"
            try tree.copy(source, to: copy)
            // The copy is checked, since nobody else can change it: what was signed is what will run.
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

    /// Moves a staged copy to its final place, and returns the permanent path of the bundle.
    package func commit(_ staged: Staged) throws(BundleError) -> String {
        guard let holder = staged.holder else { return staged.path }
        let app = "\(folder)/\(staged.manifest.id)"
        let place = "\(app)/\(staged.manifest.version)-\(FileTree.uniqueName())"
        try FileTree.makeFolders(app)
        try FileTree.synchronize(holder)
        guard rename(holder, place) == 0 else { throw FileTree.failure("move the bundle to \(place)") }
        try FileTree.synchronize(app)
        try FileTree.synchronize(folder)
        return "\(place)/\(staged.manifest.folder)"
    }

    /// Removes a staged copy.
    package func discard(_ staged: Staged) throws(BundleError) {
        if let holder = staged.holder { try FileTree.remove(holder) }
    }

    /// Returns where the bundle of an installed app belongs: a copy in this folder, also if the state was moved or
    /// restored elsewhere since ``commit(_:)`` returned the path, and any other where it is.
    package func place(of app: AppID, committedAt path: String) -> String {
        // The state folder may itself lie in a folder of this name.
        let end = path.split(separator: "/").suffix(4)
        guard end.count == 4, end.starts(with: ["apps", app.rawValue[...]]) else { return path }
        return "\(folder)/\(end.dropFirst().joined(separator: "/"))"
    }

    /// Removes all copies except those at the given paths; call it only at start, when no bundle is staged.
    package func removeAll(except paths: Set<String>) throws(BundleError) {
        guard BundleFolder.isFolder(folder) else { return }
        for app in try FileTree.names(in: folder) {
            let place = "\(folder)/\(app)"
            guard app != Self.stagingName, BundleFolder.isFolder(place) else {
                try FileTree.remove(place)
                continue
            }
            for copy in try FileTree.names(in: place).map({ "\(place)/\($0)" })
            where !paths.contains(where: { $0.hasPrefix(copy + "/") }) {
                try FileTree.remove(copy)
            }
            if try FileTree.names(in: place).isEmpty { try FileTree.remove(place) }
        }
    }

    /// Removes all copies of an app except the one at a path, or all if that is empty; call it after their processes
    /// have ended; what fails is left to ``removeAll(except:)``.
    package func removeOthers(of app: AppID, except path: String) {
        let place = "\(folder)/\(app)"
        for version in (try? FileTree.names(in: place)) ?? [] where !path.hasPrefix("\(place)/\(version)/") {
            try? FileTree.remove("\(place)/\(version)")
        }
        if (try? FileTree.names(in: place))?.isEmpty == true { try? FileTree.remove(place) }
    }
}
