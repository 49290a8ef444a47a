import Glibc
import HostModel

/// The apps of the package with which the system has installed Today, which run where the package put them.
///
/// Such a bundle is not copied into the state folder: only root can change it, as only root can change Today itself.
package struct PackagedApps: Hashable, Sendable {
    /// The folder with the bundles, an absolute path without links.
    package let folder: String

    /// Creates a value for a folder; `nil` if there is none at the path.
    package init?(folder: String) {
        guard let resolved = BundleFolder.resolved(folder), BundleFolder.isFolder(resolved) else { return nil }
        self.folder = resolved
    }

    /// The apps in `share/today/apps` of the prefix of this program; `nil` if there is no such folder, as in a build.
    package static func ofThisProgram() -> PackagedApps? {
        guard let program = BundleFolder.resolved("/proc/self/exe"), let end = program.lastIndex(of: "/") else {
            return nil
        }
        return PackagedApps(folder: "\(program[..<end])/../share/today/apps")
    }

    /// The paths of the bundles, sorted; a folder that cannot be read has none.
    package var bundles: [String] {
        ((try? FileTree.names(in: folder)) ?? []).filter { $0.hasSuffix(".app") }.map { "\(folder)/\($0)" }
    }

    /// Returns the path without links of a bundle that may run in place; `nil` for any other bundle.
    ///
    /// It lies in the folder, and everything in it and every folder above it belongs to root and can be changed by root
    /// alone. A folder above in which others may only add files of their own, such as `/tmp`, is allowed.
    func place(of bundle: String) -> String? {
        guard let place = BundleFolder.resolved(bundle), place.hasPrefix("\(folder)/"),
            !place.dropFirst(folder.utf8.count + 1).contains("/"), Self.isProtected(place)
        else { return nil }
        var parent = folder
        while !parent.isEmpty {
            guard Self.belongsToRoot(parent, orHasOnlyOwnFiles: true) else { return nil }
            parent = String(parent[..<(parent.lastIndex(of: "/") ?? parent.startIndex)])
        }
        return place
    }

    /// Returns `true` for a bundle in the folder that others than root can change.
    package func isExposed(_ bundle: String) -> Bool {
        bundle.hasPrefix("\(folder)/") && (try? FileTree.status(of: bundle)) != nil && place(of: bundle) != bundle
    }

    /// Returns `true` if root alone can change a file or a folder, and everything in it.
    private static func isProtected(_ path: String) -> Bool {
        guard belongsToRoot(path) else { return false }
        guard BundleFolder.isFolder(path) else { return true }
        guard let names = try? FileTree.names(in: path) else { return false }
        return names.allSatisfy { isProtected("\(path)/\($0)") }
    }

    private static func belongsToRoot(_ path: String, orHasOnlyOwnFiles: Bool = false) -> Bool {
        guard let information = try? FileTree.status(of: path), information.st_uid == 0 else { return false }
        switch information.st_mode & S_IFMT {
        case S_IFLNK: return true
        case S_IFDIR where orHasOnlyOwnFiles && information.st_mode & S_ISVTX != 0: return true
        case S_IFDIR, S_IFREG: return information.st_mode & (S_IWGRP | S_IWOTH) == 0
        default: return false
        }
    }
}

extension PackagedApps {
    /// A state of the files of a bundle: each replacement and each change of a file makes another one.
    package struct Fingerprint: Hashable, Sendable {
        private struct Entry: Hashable {
            var path: String
            var number: ino_t
            var size: off_t
            var changed: Int
            var nanoseconds: Int
        }

        private var entries: [Entry] = []
        /// `true` while dpkg has files beside those that it replaces, which it removes at the end.
        package private(set) var isUnfinished = false

        /// Looks at every file in a bundle; what cannot be read is left out.
        package init(of bundle: String) { add(bundle) }

        private mutating func add(_ path: String) {
            guard let information = try? FileTree.status(of: path) else { return }
            entries.append(
                Entry(
                    path: path,
                    number: information.st_ino,
                    size: information.isFolder ? 0 : information.st_size,
                    changed: information.isFolder ? 0 : information.st_ctim.tv_sec,
                    nanoseconds: information.isFolder ? 0 : information.st_ctim.tv_nsec
                )
            )
            guard information.isFolder else { return }
            for name in (try? FileTree.names(in: path)) ?? [] {
                if name.hasSuffix(".dpkg-new") || name.hasSuffix(".dpkg-tmp") { isUnfinished = true }
                add("\(path)/\(name)")
            }
        }
    }
}
