import Glibc
import Synchronization
import TodayProtocol

/// Enforces the limit on the folders of one process's groups.
///
/// A process may start although a folder is already too large, so that it can clean up, but must not let the folder
/// grow. Beyond twice the limit, it cannot write there at all (``GroupLimit/isFull(_:)``).
final class GroupQuota: Sendable {
    private struct Folder {
        var group: GroupID
        var path: String
        var start: FolderUsage
    }

    private let folders: [Folder]
    private let limit: @Sendable () -> GroupLimit
    /// The earliest time of the next measurement, so that measuring takes at most a tenth of the time.
    private let pause = Mutex(ContinuousClock.now)

    /// Creates the quota of one process from the paths of its groups' folders and their usage when it started; `limit`
    /// is called at each measurement, so that a change takes effect at once.
    init(groups: [GroupID: String], start: [GroupID: FolderUsage], limit: @escaping @Sendable () -> GroupLimit) {
        self.limit = limit
        folders = groups.map { Folder(group: $0.key, path: $0.value, start: start[$0.key] ?? FolderUsage()) }
    }

    /// Returns the reason for which the process must end; `nil` if no folder exceeds its limit, or it was measured too
    /// recently; `processes` returns the folders in `/proc` of the processes that may have deleted files open.
    func excess(_ processes: () -> [String]) -> EndReason? {
        guard !folders.isEmpty else { return nil }
        return pause.withLock { pause in
            let begin = ContinuousClock.now
            guard begin >= pause else { return nil }
            defer { pause = .now + (.now - begin) * 9 }
            let limit = limit()
            let processes = processes()
            for folder in folders {
                if let reason = excess(of: folder, limit, processes) { return reason }
            }
            return nil
        }
    }

    private func excess(of folder: Folder, _ limit: GroupLimit, _ processes: [String]) -> EndReason? {
        var status = stat()
        guard stat(folder.path, &status) == 0 else { return nil }
        var usage = FolderUsage(of: folder.path, filesLimit: max(limit.filesToCount, folder.start.files))
        usage.addDeletedFiles(on: status.st_dev, openIn: processes)
        if usage.isTooDeep, !folder.start.isTooDeep {
            return .groupDepth(folder.group, limit: FolderUsage.depthLimit)
        }
        if usage.bytes > max(limit.bytes, folder.start.bytes) {
            return .groupSize(folder.group, used: usage.bytes, limit: limit.bytes)
        }
        if usage.files > max(limit.files, folder.start.files) {
            return .groupFiles(folder.group, used: usage.files, limit: limit.files)
        }
        return nil
    }
}

/// The limit on the disk usage of a group's folder.
package struct GroupLimit: Hashable, Sendable {
    package var bytes: Int
    /// Maximum number of files and folders.
    package var files: Int

    package init(bytes: Int = 64 << 20, files: Int = 10_000) { (self.bytes, self.files) = (bytes, files) }

    /// Number of files after which counting stops, since a process may then not write any more.
    var filesToCount: Int { files * 2 + 1 }

    /// Returns `true` if no process may write to a folder: it exceeds twice its limit, or is nested too deep to be
    /// measured.
    func isFull(_ usage: FolderUsage) -> Bool {
        usage.bytes > bytes * 2 || usage.files > files * 2 || usage.isTooDeep
    }
}
