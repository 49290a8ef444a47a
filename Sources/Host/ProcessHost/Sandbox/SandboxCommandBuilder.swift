import Glibc

/// Builds the commands that launch processes.
///
/// Pure: it looks at nothing and changes nothing.
package struct SandboxCommandBuilder: Hashable, Sendable {
    /// The system's folders that a process sees, as they are on this machine.
    package struct System: Hashable, Sendable {
        /// The links beside `/usr` with their targets, such as `/lib` to `usr/lib`.
        package var links: [String: String]
        /// The folders beside `/usr` that hold programs and libraries, if `/lib` and the like are not links into `/usr`.
        package var folders: [String]

        /// Names links and folders.
        package init(links: [String: String], folders: [String] = []) {
            self.links = links
            self.folders = folders
        }
    }

    /// The programs it uses.
    package var tools: SandboxTools
    /// The limits it sets.
    package var limits: ResourceLimits
    /// The system's folders.
    package var system: System

    /// Makes a builder.
    package init(tools: SandboxTools, limits: ResourceLimits, system: System) {
        self.tools = tools
        self.limits = limits
        self.system = system
    }

    /// The command that runs a program in a sandbox.
    ///
    /// It sees `/usr` and what belongs to it, its bundle at `/app`, its groups at `/groups/<group>`, `/tmp` of its own,
    /// a minimal `/dev` and a `/proc` of its own; only groups and `/tmp` can be written. There is no network, no
    /// capability, and no user but itself. The limits are set inside the sandbox, since outside they would hit
    /// bubblewrap; there is never a new session inside, or a signal to the process group would stop at bubblewrap.
    ///
    /// - Parameters:
    ///   - program: What runs.
    ///   - libraries: Folders with the Swift runtime, seen under their own paths (``SwiftRuntime/folders(of:)``).
    ///   - features: The features of the machine's sandbox.
    /// - Returns: The command; `nil` without bubblewrap or prlimit.
    package func sandboxed(
        _ program: Program,
        libraries: [String] = [],
        features: SandboxFeatures
    ) -> LaunchCommand? {
        guard let bubblewrap = tools.bubblewrap, let prlimit = tools.prlimit else { return nil }
        let paths = ProcessPaths.inner(groups: program.groups.keys)
        var arguments = ["--unshare-all", "--unshare-user", "--die-with-parent", "--cap-drop", "ALL"]
        if features.disablesUserNamespaces { arguments.append("--disable-userns") }
        arguments += ["--uid", "1000", "--gid", "1000", "--hostname", "today"]
        arguments += ["--ro-bind", "/usr", "/usr"]
        for folder in system.folders.sorted() { arguments += ["--ro-bind", folder, folder] }
        for (link, target) in system.links.sorted(by: { $0.key < $1.key }) {
            arguments += ["--symlink", target, link]
        }
        arguments += ["--dir", "/etc", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
        for folder in libraries { arguments += ["--ro-bind", folder, folder] }
        // If the host runs as root, the process could change the kernel's settings in /proc/sys; so they are read-only.
        arguments += ["--proc", "/proc", "--remount-ro", "/proc"]
        arguments += ["--dev", "/dev", "--size", "\(Self.sharedMemoryBytes)", "--tmpfs", "/dev/shm"]
        arguments += ["--remount-ro", "/dev"]
        arguments += ["--size", "\(limits.temporaryBytes)", "--tmpfs", paths.temporary]
        arguments += ["--ro-bind", program.bundle, paths.bundle]
        for (group, folder) in program.groups.sorted(by: { $0.key < $1.key }) {
            arguments += ["--bind", folder, paths.groups[group] ?? "/groups/\(group)"]
        }
        arguments += ["--chdir", paths.bundle, "--remount-ro", "/", "--", prlimit]
        arguments += limits.options(countsProcesses: features.limitsProcesses)
        arguments += ["--", "\(paths.bundle)/\(program.executable)"]
        return LaunchCommand(
            executable: bubblewrap,
            arguments: arguments,
            environment: Self.environment(paths),
            workingDirectory: nil,
            paths: paths
        )
    }

    /// The command that runs a program without a sandbox, with what limits there can be.
    ///
    /// The number of processes is not limited: the person's other programs would count.
    ///
    /// - Parameters:
    ///   - program: What runs.
    ///   - temporary: The absolute path of an empty folder for it alone.
    /// - Returns: The command.
    package func open(_ program: Program, temporary: String) -> LaunchCommand {
        let paths = ProcessPaths(bundle: program.bundle, groups: program.groups, temporary: temporary)
        var words: [String] = []
        if let setpriv = tools.setpriv { words += [setpriv, "--pdeathsig", "KILL", "--"] }
        if let prlimit = tools.prlimit { words += [prlimit] + limits.options(countsProcesses: false) + ["--"] }
        words.append("\(program.bundle)/\(program.executable)")
        return LaunchCommand(
            executable: words[0],
            arguments: Array(words.dropFirst()),
            environment: Self.environment(paths),
            workingDirectory: program.bundle,
            paths: paths
        )
    }

    /// The size of `/dev/shm` in bytes.
    private static let sharedMemoryBytes = 16 << 20

    private static func environment(_ paths: ProcessPaths) -> [String: String] {
        [
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": paths.temporary, "TMPDIR": paths.temporary,
        ]
    }
}

extension SandboxCommandBuilder.System {
    /// Looks at this machine: `/bin` and its kin are links into `/usr` on most, folders on some.
    package static func current() -> SandboxCommandBuilder.System {
        var system = SandboxCommandBuilder.System(links: [:])
        for path in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
            var information = stat()
            guard lstat(path, &information) == 0 else { continue }
            if information.st_mode & S_IFMT == S_IFDIR {
                system.folders.append(path)
            } else if information.st_mode & S_IFMT == S_IFLNK, let target = BundleFolder.resolved(path),
                target.hasPrefix("/usr/")
            {
                system.links[path] = String(target.dropFirst())
            }
        }
        return system
    }
}

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
