/// The limit on the disk usage of a group's folder.
package struct GroupLimit: Hashable, Sendable {
    /// Maximum number of allocated bytes.
    package var bytes: Int
    /// Maximum number of files and folders.
    package var files: Int

    /// Creates a limit, by default of 64 MiB and 10,000 files.
    package init(bytes: Int = 64 << 20, files: Int = 10_000) { (self.bytes, self.files) = (bytes, files) }

    /// Number of files after which counting stops, since a process may then not write any more.
    var filesToCount: Int { files * 2 + 1 }

    /// Returns `true` if no process may write to a folder: it exceeds twice its limit, or is nested too deep to be
    /// measured.
    func isFull(_ usage: FolderUsage) -> Bool {
        usage.bytes > bytes * 2 || usage.files > files * 2 || usage.isTooDeep
    }
}
