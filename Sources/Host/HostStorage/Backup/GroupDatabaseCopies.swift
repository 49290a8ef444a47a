import CSQLite
import FoundationEssentials
import Glibc
import SQLiteSupport

/// Copies of the databases that apps and widgets keep in the folders of their groups, for a backup.
///
/// A file and its write-ahead log are inconsistent if they are packed one after the other while a process writes. A
/// backup therefore also has a consistent copy of each database, which replaces the packed files.
package enum GroupDatabaseCopies {
    /// Largest number of copied databases in a group; a backup has the others only as they were packed.
    package static let limit = 64
    private static let header = Array("SQLite format 3\0".utf8)

    /// Copies the databases that are directly in the folders of groups, to an empty folder; both paths are absolute.
    ///
    /// Files that are damaged, locked for seconds or no databases are skipped. Processes write to these folders: no
    /// link is followed, and no statement of a database is run, because its pages are copied as they are.
    package static func make(of groups: String, in copies: String) throws(StoreError) {
        // SQLite is told to follow no link, including one that leads to the state folder.
        guard let resolved = realpath(groups, nil) else { return }
        defer { free(resolved) }
        let root = String(cString: resolved)
        for group in names(in: root) where isFolder("\(root)/\(group)") {
            var count = 0
            for name in names(in: "\(root)/\(group)") where count < limit && isDatabase("\(root)/\(group)/\(name)") {
                if count == 0 { try PrivateFile<StoreError>.makeFolder(at: "\(copies)/\(group)") }
                if !copy("\(root)/\(group)/\(name)", to: "\(copies)/\(group)/\(name)") {
                    try PrivateFile<StoreError>.removeDatabase(at: "\(copies)/\(group)/\(name)")
                }
                count += 1
            }
        }
    }

    /// Replaces the packed files in the unpacked folder of groups with the copies, which are moved.
    package static func restore(_ copies: String, into groups: String) throws(StoreError) {
        for group in names(in: copies) where isFolder("\(groups)/\(group)") {
            for name in names(in: "\(copies)/\(group)") where isDatabase("\(copies)/\(group)/\(name)") {
                let place = "\(groups)/\(group)/\(name)"
                try PrivateFile<StoreError>.removeDatabase(at: place)
                try PrivateFile<StoreError>.move("\(copies)/\(group)/\(name)", to: place)
            }
        }
    }

    private static func copy(_ path: String, to copy: String) -> Bool {
        var source: OpaquePointer?
        var target: OpaquePointer?
        defer {
            sqlite3_close_v2(source)
            sqlite3_close_v2(target)
        }
        let reading = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW
        let writing = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW
        guard (try? PrivateFile<StoreError>.make(at: copy)) != nil,
            sqlite3_open_v2(path, &source, reading, nil) == SQLITE_OK,
            sqlite3_open_v2(copy, &target, writing, nil) == SQLITE_OK
        else { return false }
        sqlite3_busy_timeout(source, 5000)
        guard let backup = sqlite3_backup_init(target, "main", source, "main") else { return false }
        let isWhole = sqlite3_backup_step(backup, -1) == SQLITE_DONE
        return sqlite3_backup_finish(backup) == SQLITE_OK && isWhole
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func isDatabase(_ path: String) -> Bool {
        // Opening must not block on a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        var start = [UInt8](repeating: 0, count: header.count)
        return read(descriptor, &start, start.count) == start.count && start == header
    }
}
