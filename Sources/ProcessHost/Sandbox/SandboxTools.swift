import Glibc

/// The programs that launching needs, by their absolute paths.
package struct SandboxTools: Hashable, Sendable {
    /// bubblewrap, which makes the sandbox.
    package var bubblewrap: String?
    /// util-linux's prlimit, which sets the limits.
    package var prlimit: String?
    /// util-linux's setpriv, which outside a sandbox makes a process die with the host.
    package var setpriv: String?

    /// Names the programs; a missing one is `nil`.
    package init(bubblewrap: String? = nil, prlimit: String? = nil, setpriv: String? = nil) {
        self.bubblewrap = bubblewrap
        self.prlimit = prlimit
        self.setpriv = setpriv
    }

    /// Looks in the system's folders, never in those of `PATH`, which the person's session may have put anything into.
    package static func installed() -> SandboxTools {
        SandboxTools(bubblewrap: find("bwrap"), prlimit: find("prlimit"), setpriv: find("setpriv"))
    }

    private static func find(_ name: String) -> String? {
        ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
