import Subprocess
package import TodayProtocol

/// The command that launches a process: a program, its arguments and its complete environment.
package struct LaunchCommand: Hashable, Sendable {
    package var executable: String
    package var arguments: [String]
    /// The environment; nothing is inherited.
    package var environment: [String: String]
    /// The folder to start in; `nil` if the sandbox changes to it.
    package var workingDirectory: String?
    /// The process's folders as it sees them.
    package var paths: ProcessPaths
    /// The in-memory file systems of its sandbox; empty without a sandbox.
    package var memoryFolders: [MemoryFolder] = []
}

extension LaunchCommand {
    var subprocessEnvironment: [Environment.Key: String] {
        let pairs = environment.compactMap { name, value in Environment.Key(rawValue: name).map { ($0, value) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}

/// The folders of a process as paths inside its sandbox, which `initialize` sends it.
package struct ProcessPaths: Hashable, Sendable {
    /// Its own bundle, read-only: `/app` in a sandbox; the bundle of a widget is its `.appex`.
    package var bundle: String
    /// The folders of its app groups: `/groups/<group>` in a sandbox.
    package var groups: [GroupID: String]
    /// Its private temporary folder, which is removed with the process: `/tmp` in a sandbox.
    package var temporary: String

    static func inner(groups: some Sequence<GroupID>) -> ProcessPaths {
        ProcessPaths(
            bundle: "/app",
            groups: Dictionary(uniqueKeysWithValues: groups.map { ($0, "/groups/\($0)") }),
            temporary: "/tmp"
        )
    }
}

/// A rule of Landlock (landlock(7)) about the files below a path, as a second layer inside the sandbox, which contains
/// only the files that the process may use.
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

    package var right: Right
    /// The absolute path in the sandbox.
    package var path: String

    package init(_ right: Right, _ path: String) { (self.right, self.path) = (right, path) }

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
