package import TodayProtocol

/// The folders of a process, as the process sees them: what `initialize` tells it.
package struct ProcessPaths: Hashable, Sendable {
    /// Its own bundle, read-only: `/app` in a sandbox.
    ///
    /// A widget's is its `.appex`.
    package var bundle: String
    /// The folders of its app groups: `/groups/<group>` in a sandbox.
    package var groups: [GroupID: String]
    /// Its private temporary folder, gone with the process: `/tmp` in a sandbox.
    package var temporary: String

    /// Names the folders.
    package init(bundle: String, groups: [GroupID: String], temporary: String) {
        self.bundle = bundle
        self.groups = groups
        self.temporary = temporary
    }

    /// The folders inside a sandbox.
    static func inner(groups: some Sequence<GroupID>) -> ProcessPaths {
        ProcessPaths(
            bundle: "/app",
            groups: Dictionary(uniqueKeysWithValues: groups.map { ($0, "/groups/\($0)") }),
            temporary: "/tmp"
        )
    }
}
