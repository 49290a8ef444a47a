import TodayProtocol

/// A rule of Landlock (landlock(7)) about the files below a path, which the launcher applies inside the sandbox.
///
/// It is a second layer: the sandbox contains only the files that the process may use, read-only except for its own.
package struct FileRule: Hashable, Sendable {
    /// The permitted access, by the launcher's words.
    package enum Right: String, Hashable, Sendable {
        /// Read and execute.
        case read
        /// Read, execute, write, create and remove.
        case write
        /// Read and remove.
        case clean
        /// Read and write existing files, such as `/dev/null`.
        case device
    }

    /// The permitted access.
    package var right: Right
    /// The absolute path in the sandbox.
    package var path: String

    package init(_ right: Right, _ path: String) { (self.right, self.path) = (right, path) }

    /// The rule as an argument of the launcher.
    package var argument: String { "\(right):\(path)" }

    /// Returns the rules for a process in a sandbox, which can open nothing else.
    ///
    /// It sees folders of the system besides `/usr`, and may only clean up full groups.
    static func rules(for paths: ProcessPaths, folders: [String], fullGroups: Set<GroupID>) -> [FileRule] {
        let system = (["/usr", "/etc", "/proc"] + folders.sorted()).map { FileRule(.read, $0) }
        let own = [FileRule(.read, paths.bundle), FileRule(.write, paths.temporary), FileRule(.write, "/dev/shm")]
        let groups = paths.groups.sorted { $0.key < $1.key }
            .map { FileRule(fullGroups.contains($0.key) ? .clean : .write, $0.value) }
        return system + [FileRule(.device, "/dev")] + own + groups
    }
}
