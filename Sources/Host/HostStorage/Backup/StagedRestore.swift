package import FoundationEssentials
import Glibc
import SQLiteSupport
import TodayProtocol

/// An unpacked backup in a state folder that waits to replace the folder's content.
///
/// `.restore/content` holds the future content of the state folder. It is moved there while the folder is locked and no
/// database is open: by the host when it starts, or by a command while no host runs. The former content of the folder
/// is moved to `before-restore-DATE`. A crash loses nothing: the next start continues the restore.
package struct StagedRestore: Sendable {
    /// The files that a restore leaves in place because they belong to the machine or to this run, not to the person.
    private static let kept: Set<String> = [".restore", "host.lock", "today.log", "today.log.1", "reserve", "copies"]
    private static let previousPrefix = "before-restore-"

    /// The part of the state that a restore replaces.
    package enum Scope: Sendable {
        case everything
        /// The durable store alone, and the caches, which belong to it.
        case database
    }

    private let folder: String
    private var staged: String { "\(folder)/.restore" }
    private var content: String { "\(staged)/content" }
    /// The folder that collects the former content until it gets its final name; while it exists, nothing has been
    /// restored.
    private var previous: String { "\(staged)/previous" }

    /// Creates a value for the restore of a state folder, given its absolute path.
    package init(folder: String) { self.folder = folder }

    /// An empty file that exists if only the durable store is replaced.
    private var onlyDatabase: String { "\(staged)/only-database" }

    package var isWaiting: Bool { access(content, F_OK) == 0 }

    package var formerContents: Set<String> {
        get throws(StoreError) {
            Set(try entries(of: folder).filter { $0.hasPrefix(Self.previousPrefix) }.map { "\(folder)/\($0)" })
        }
    }

    /// Moves the content of a folder into the state folder for a restore; code `unavailable` if another restore waits.
    package func stage(_ unpacked: String, replacing scope: Scope = .everything) throws(StoreError) {
        guard !isWaiting else {
            throw StoreError(.unavailable, "Another restore waits in \(folder); start Today, which completes it.")
        }
        try PrivateFile<StoreError>.makeFolder(at: staged)
        try PrivateFile<StoreError>.makeFolder(at: previous)
        unlink(onlyDatabase)
        if scope == .database { try PrivateFile<StoreError>.make(at: onlyDatabase) }
        try PrivateFile<StoreError>.move(unpacked, to: content)
        try PrivateFile<StoreError>.synchronize(folder)
    }

    /// Completes a staged restore, and returns the path of the folder with the former content, if there was any.
    ///
    /// Fails with code `locked` if a host runs.
    @discardableResult
    package func complete(now: Date = Date()) throws(StoreError) -> String? {
        let lock = try FolderLock<StoreError>(folder: folder, name: "host.lock", for: "A host")
        defer { lock.release() }
        return try completeWithLock(now: now)
    }

    func completeWithLock(now: Date) throws(StoreError) -> String? {
        guard isWaiting else { return nil }
        var former: String?
        if access(previous, F_OK) == 0 {
            let date = now.formatted(Date.ISO8601FormatStyle(timeSeparator: .omitted))
            let named = "\(folder)/\(Self.previousPrefix)\(date)"
            let restored = Set(try entries(of: content))
            for name in try entries(of: folder) where !isKept(name, restored) {
                try move("\(folder)/\(name)", to: "\(previous)/\(name)")
            }
            if try entries(of: previous).isEmpty {
                rmdir(previous)
            } else {
                try move(previous, to: named)
                former = named
            }
            try PrivateFile<StoreError>.synchronize(staged)
        }
        for name in try entries(of: content) { try move("\(content)/\(name)", to: "\(folder)/\(name)") }
        try PrivateFile<StoreError>.synchronize(folder)
        unlink(onlyDatabase)
        guard rmdir(content) == 0, rmdir(staged) == 0 else {
            throw PrivateFile<StoreError>.failure("remove the folder \(staged)")
        }
        return former
    }

    private func isKept(_ name: String, _ restored: Set<String>) -> Bool {
        if Self.kept.contains(name) || name.hasPrefix(Self.previousPrefix) { return true }
        if access(onlyDatabase, F_OK) == 0 {
            return !name.hasPrefix("promises.sqlite") && !name.hasPrefix("caches.sqlite")
        }
        // The configuration stays if the backup has none because it was outside the state folder, and the copies of apps
        // stay if the backup has none.
        return ["apps", "config.json"].contains(name) && !restored.contains(name)
    }

    private func entries(of path: String) throws(StoreError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw StoreError(.unavailable, "The folder \(path) cannot be read.", cause: error)
        }
    }

    private func move(_ path: String, to name: String) throws(StoreError) {
        guard rename(path, name) == 0 else { throw PrivateFile<StoreError>.failure("move \(path) to \(name)") }
    }
}
