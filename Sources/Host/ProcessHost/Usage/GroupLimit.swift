/// What the folder of a group may take on its disk.
package struct GroupLimit: Hashable, Sendable {
    /// In bytes, as the file system sets them aside.
    package var bytes: Int
    /// In files and folders.
    package var files: Int

    /// Makes a limit; 64 MiB in 10,000 files unless other numbers are given.
    package init(bytes: Int = 64 << 20, files: Int = 10_000) { (self.bytes, self.files) = (bytes, files) }

    /// Where to stop counting files: then there are so many that a process may not write any more.
    var filesToCount: Int { files * 2 + 1 }

    /// Whether no process may write to a folder: it takes more than twice its limit, or it is nested too deep to be measured.
    func isFull(_ usage: FolderUsage) -> Bool {
        usage.bytes > bytes * 2 || usage.files > files * 2 || usage.isTooDeep
    }
}
