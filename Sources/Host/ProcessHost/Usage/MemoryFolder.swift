import Glibc

/// A folder of a sandbox that is an in-memory file system of its own.
///
/// Its contents do not count as memory of any process, even after files were deleted that a process still has open.
package struct MemoryFolder: Hashable, Sendable {
    /// Its path in the sandbox.
    package var path: String
    /// Its capacity in bytes.
    package var size: Int

    /// The size of a folder's contents.
    struct Contents: Hashable, Sendable {
        /// Total size of its files, in bytes.
        var bytes = 0
        /// Number of files and folders.
        var files = 0
        /// The memory that they take in bytes, with about 1 KiB of the kernel for each file.
        var memory: Int { bytes + files * 1024 }
    }

    /// Reads the size of the folder's contents, as seen by a process of the sandbox; `nil` while the sandbox is being
    /// created, or if the process is gone.
    func contents(asSeenBy pid: Int32) -> Contents? {
        var status = statvfs()
        var ours = statvfs()
        guard statvfs("/proc/\(pid)/root\(path)", &status) == 0 else { return nil }
        // Before the sandbox is complete the process sees the host's folder at this path.
        guard Int(status.f_blocks) * Int(status.f_frsize) == size,
            statvfs(path, &ours) != 0 || ours.f_fsid != status.f_fsid
        else { return nil }
        return Contents(
            bytes: Int(status.f_blocks - status.f_bfree) * Int(status.f_frsize),
            // The folder itself counts as one.
            files: max(0, Int(status.f_files - status.f_ffree) - 1)
        )
    }
}
