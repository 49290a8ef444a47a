import Subprocess
package import TodayProtocol

/// The command that launches a process: a program, its arguments and its complete environment.
package struct LaunchCommand: Hashable, Sendable {
    /// The program's absolute path.
    package var executable: String
    /// The arguments after the program's name.
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
        Dictionary(
            uniqueKeysWithValues: environment.compactMap { name, value in
                Environment.Key(rawValue: name).map { ($0, value) }
            }
        )
    }
}

/// The folders of a process as paths inside its sandbox, which `initialize` sends it.
package struct ProcessPaths: Hashable, Sendable {
    /// Its own bundle, read-only: `/app` in a sandbox.
    ///
    /// The bundle of a widget is its `.appex`.
    package var bundle: String
    /// The folders of its app groups: `/groups/<group>` in a sandbox.
    package var groups: [GroupID: String]
    /// Its private temporary folder, which is removed with the process: `/tmp` in a sandbox.
    package var temporary: String

    /// Returns the folders inside a sandbox.
    static func inner(groups: some Sequence<GroupID>) -> ProcessPaths {
        ProcessPaths(
            bundle: "/app",
            groups: Dictionary(uniqueKeysWithValues: groups.map { ($0, "/groups/\($0)") }),
            temporary: "/tmp"
        )
    }
}
