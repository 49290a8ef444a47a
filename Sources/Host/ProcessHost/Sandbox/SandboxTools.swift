import Glibc
import HostModel

/// The absolute paths of the tools that are needed to launch processes.
package struct SandboxTools: Hashable, Sendable {
    /// Today's own launcher, which gives a process a session keyring and passes the filter to bubblewrap.
    package var launcher: String?
    package var filters: [Set<SystemCallGrant>: String] = [:]
    /// bubblewrap, which makes the sandbox.
    package var bubblewrap: String?
    /// util-linux's prlimit, which sets the limits.
    package var prlimit: String?
    /// util-linux's setpriv, which without a sandbox makes a process die with the host.
    package var setpriv: String?

    /// Finds the tools in the system's folders, and the launcher next to this program or in `libexec/today` of the same
    /// prefix, but nothing in `PATH`, into which the person's session may have put anything.
    package static func installed() -> SandboxTools {
        SandboxTools(
            launcher: find("today-launch", in: launcherFolders),
            filters: SystemCallFilter.paths,
            bubblewrap: find("bwrap"),
            prlimit: find("prlimit"),
            setpriv: find("setpriv")
        )
    }

    /// The filter for programs without grants.
    package var filter: String? {
        get { filters[[]] }
        set { filters[[]] = newValue }
    }

    /// The first missing tool and its remedy; `nil` if all tools for a sandbox are there.
    var missing: SandboxProbe.Failure? {
        let place = "Put it beside today or in libexec/today of the same prefix, as the package does"
        let tools: [(path: String?, SandboxProbe.Failure)] = [
            (bubblewrap, .init(reason: .bubblewrapNotInstalledPhrase, remedy: "Install bubblewrap")),
            (prlimit, .init(reason: .prlimitNotInstalledPhrase, remedy: "Install util-linux")),
            (launcher, .init(reason: .todayLaunchNotInstalledPhrase, remedy: place)),
            (filter, .init(reason: .systemCallsNotFilteredPhrase)),
        ]
        return tools.first { $0.path == nil }?.1
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
