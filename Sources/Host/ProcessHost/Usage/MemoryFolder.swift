import Glibc

/// A folder of a sandbox that is a file system in memory of its own.
///
/// What it holds is in no process's memory, also after its files were deleted while a process has them open.
package struct MemoryFolder: Hashable, Sendable {
    /// Its path in the sandbox.
    package var path: String
    /// The most that it holds, in bytes.
    package var size: Int

    /// What such a folder holds.
    struct Contents: Hashable, Sendable {
        /// The bytes of its files.
        var bytes = 0
        /// How many files and folders there are.
        var files = 0
    }

    /// The memory that the kernel needs for one file, in bytes, about.
    static let bytesOfAFile = 1024

    /// Names a folder.
    package init(path: String, size: Int) {
        (self.path, self.size) = (path, size)
    }

    /// Reads what the folder holds.
    ///
    /// - Parameter pid: A process of the sandbox.
    /// - Returns: The contents; `nil` while the sandbox is being made, and if the process is gone.
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
            // The folder itself is one.
            files: max(0, Int(status.f_files - status.f_ffree) - 1)
        )
    }
}
