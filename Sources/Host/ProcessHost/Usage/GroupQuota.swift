import Glibc
import Synchronization
import TodayProtocol

/// Holds the folders of one process's groups to their limit.
///
/// A process that begins with a folder that is too large already may run, so that it can clean up; it must not let the
/// folder grow. Beyond twice the limit it cannot write there at all (``GroupLimit/isFull(_:)``).
final class GroupQuota: Sendable {
    private struct Folder {
        var group: GroupID
        var path: String
        /// What it took when the process began.
        var start: FolderUsage
    }

    private let folders: [Folder]
    private let limit: @Sendable () -> GroupLimit
    /// Before this time nothing is measured, so that measuring takes a tenth of the time at most.
    private let pause = Mutex(ContinuousClock.now)

    /// Makes the quota of one process.
    ///
    /// - Parameters:
    ///   - groups: The paths of the folders.
    ///   - start: What they took when the process began.
    ///   - limit: What each may take; asked at each measurement, so that a change has effect at once.
    init(groups: [GroupID: String], start: [GroupID: FolderUsage], limit: @escaping @Sendable () -> GroupLimit) {
        self.limit = limit
        folders = groups.map { Folder(group: $0.key, path: $0.value, start: start[$0.key] ?? FolderUsage()) }
    }

    /// Measures the folders.
    ///
    /// - Parameter processes: The folders in `/proc` of the processes that may have deleted files open.
    /// - Returns: Why the process must end; `nil` if every folder is within its limit.
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
