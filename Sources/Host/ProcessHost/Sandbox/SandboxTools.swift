import Glibc

/// What launching needs of the machine, by absolute paths.
package struct SandboxTools: Hashable, Sendable {
    /// Today's own launcher, which gives a process a session keyring and bubblewrap the filter.
    package var launcher: String?
    /// The compiled filters of system calls, by what they grant.
    package var filters: [Set<SystemCallGrant>: String]
    /// bubblewrap, which makes the sandbox.
    package var bubblewrap: String?
    /// util-linux's prlimit, which sets the limits.
    package var prlimit: String?
    /// util-linux's setpriv, which outside a sandbox makes a process die with the host.
    package var setpriv: String?

    /// Names the tools; a missing one is `nil`.
    package init(
        launcher: String? = nil,
        filters: [Set<SystemCallGrant>: String] = [:],
        bubblewrap: String? = nil,
        prlimit: String? = nil,
        setpriv: String? = nil
    ) {
        self.launcher = launcher
        self.filters = filters
        self.bubblewrap = bubblewrap
        self.prlimit = prlimit
        self.setpriv = setpriv
    }

    /// Looks in the system's folders, never in those of `PATH`, which the person's session may have put anything into, and
    /// for the launcher beside this program or in `libexec/today` of the same prefix.
    package static func installed() -> SandboxTools {
        SandboxTools(
            launcher: find("today-launch", in: launcherFolders),
            filters: SystemCallFilter.paths,
            bubblewrap: find("bwrap"),
            prlimit: find("prlimit"),
            setpriv: find("setpriv")
        )
    }

    /// The filter for programs that are granted nothing.
    package var filter: String? {
        get { filters[[]] }
        set { filters[[]] = newValue }
    }

    /// What a sandbox lacks, and how to mend it; `nil` if all tools for it are there.
    var missing: SandboxProbe.Failure? {
        if bubblewrap == nil {
            return SandboxProbe.Failure(reason: "bubblewrap is not installed", remedy: "Install bubblewrap")
        }
        if prlimit == nil {
            return SandboxProbe.Failure(reason: "prlimit is not installed", remedy: "Install util-linux")
        }
        if launcher == nil {
            return SandboxProbe.Failure(
                reason: "today-launch is not installed",
                remedy: "Put it beside today or in libexec/today of the same prefix, as the package does"
            )
        }
        if filter == nil { return SandboxProbe.Failure(reason: "system calls cannot be filtered") }
        return nil
    }

    private static func find(_ name: String, in folders: [String] = ["/usr/bin", "/bin", "/usr/local/bin"]) -> String? {
        folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private static var launcherFolders: [String] {
        guard let program = BundleFolder.resolved("/proc/self/exe"), let end = program.lastIndex(of: "/") else {
            return []
        }
        let folder = String(program[..<end])
        return [folder, BundleFolder.resolved("\(folder)/../libexec/today")].compactMap(\.self)
    }
}
