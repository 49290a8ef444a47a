import Glibc
package import TodayProtocol

/// Builds the commands that launch processes; it is pure: it neither reads nor changes the system.
package struct SandboxCommandBuilder: Hashable, Sendable {
    /// The system's folders that a process sees, as they are on this machine.
    package struct System: Hashable, Sendable {
        /// The links next to `/usr` with their targets, such as `/lib` to `usr/lib`.
        package var links: [String: String]
        /// The folders next to `/usr` with programs and libraries, if `/lib` and the like are not links into `/usr`.
        package var folders: [String] = []
        /// The files in `/proc` that only root may read, and thus also a process if the host runs as root.
        package var rootFiles: [String] = []
        /// The files in `/proc` that reveal the load of the machine, except those in ``neutralFiles``.
        package var statusFiles: [String] = []

        /// The contents of files in `/proc` for a process that may not know the load of the machine, but needs these
        /// files for other reasons.
        static let neutralFiles = [
            ("/proc/loadavg", "0.00 0.00 0.00 1/1 1\n"),
            (
                "/proc/meminfo",
                ["MemTotal:    ", "MemFree:     ", "MemAvailable:"].map { "\($0)      65536 kB\n" }.joined()
            ),
            ("/proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\nbtime 0\n"),
            ("/proc/uptime", "0.00 0.00\n"),
        ]
    }

    package var tools: SandboxTools
    package var limits: ResourceLimits
    package var system: System

    package init(tools: SandboxTools, limits: ResourceLimits, system: System) {
        self.tools = tools
        self.limits = limits
        self.system = system
    }

    /// Returns the command that runs a program in a sandbox.
    ///
    /// The program sees `/usr` and the folders that belong to it, its bundle at `/app`, its groups at
    /// `/groups/<group>`, its own `/tmp`, a minimal `/dev` and a `/proc` of its own processes, which hides the load of
    /// the machine unless the program may know it. Only the groups, `/tmp` and `/dev/shm` are writable. There is no
    /// network, no capability, no other user and no kernel key of others, and only the system calls of ``SystemCalls``
    /// are possible. If the kernel has Landlock, ``FileRule`` is a second layer for files. The limits are set inside
    /// the sandbox, since outside they would apply to bubblewrap. No new session is created inside, since signals to
    /// the process group would then reach only bubblewrap.
    ///
    /// The libraries are folders with the Swift runtime, which have the same paths inside
    /// (``SwiftRuntime/folders(of:)``). In the folders of full groups, the program may only read, and with Landlock also
    /// remove files. The control group is the folder of the one in which everything runs; `nil` for the host's group. A
    /// check has the folder `/check`, which only the rules of Landlock keep it from writing to.
    ///
    /// - Returns: The command; `nil` if one of the tools is missing.
    package func sandboxed(
        _ program: Program,
        libraries: [String] = [],
        fullGroups: Set<GroupID> = [],
        controlGroup: String? = nil,
        features: SandboxFeatures,
        isCheck: Bool = false
    ) -> LaunchCommand? {
        guard let launcher = tools.launcher, let filter = tools.filters[program.grants],
            let bubblewrap = tools.bubblewrap, let prlimit = tools.prlimit
        else { return nil }
        let paths = ProcessPaths.inner(groups: program.groups.keys)
        var arguments = controlGroup.map { ["--cgroup", $0] } ?? []
        arguments += [filter, bubblewrap, "--seccomp", "3"]
        arguments += ["--unshare-all", "--unshare-user", "--die-with-parent", "--cap-drop", "ALL"]
        if features.disablesUserNamespaces { arguments.append("--disable-userns") }
        arguments += ["--uid", "1000", "--gid", "1000", "--hostname", "today"]
        arguments += ["--ro-bind", "/usr", "/usr"]
        for folder in system.folders.sorted() { arguments += ["--ro-bind", folder, folder] }
        for (link, target) in system.links.sorted(by: { $0.key < $1.key }) {
            arguments += ["--symlink", target, link]
        }
        arguments += ["--dir", "/etc", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
        for folder in libraries { arguments += ["--ro-bind", folder, folder] }
        // The thread pool of Swift's Dispatch ends the program if it cannot read its threads' states in /proc, so /proc
        // is mounted. It is read-only, since the process could otherwise change the kernel's settings in /proc/sys if
        // the host runs as root.
        arguments += ["--proc", "/proc"]
        var hidden = system.rootFiles
        if !program.seesSystemStatus {
            for (file, text) in System.neutralFiles { arguments += ["--ro-bind-text", text, file] }
            hidden += system.statusFiles
        }
        for file in hidden.sorted() { arguments += ["--ro-bind", "/dev/null", file] }
        arguments += ["--remount-ro", "/proc"]
        let shared = MemoryFolder(path: "/dev/shm", size: Self.sharedMemoryBytes)
        let temporary = MemoryFolder(path: paths.temporary, size: limits.temporaryBytes)
        arguments += ["--dev", "/dev", "--size", "\(shared.size)", "--tmpfs", shared.path]
        // A shared mapping of /dev/zero is shared anonymous memory, which the filter refuses elsewhere, and a new
        // terminal is one of the machine's limited number. So neither can be opened.
        for device in ["/dev/zero", "/dev/pts/ptmx"] { arguments += ["--ro-bind", "/dev/null", device] }
        arguments += ["--remount-ro", "/dev"]
        arguments += ["--size", "\(temporary.size)", "--tmpfs", temporary.path]
        arguments += ["--ro-bind", program.bundle, paths.bundle]
        for (group, folder) in program.groups.sorted(by: { $0.key < $1.key }) {
            let isReadOnly = fullGroups.contains(group) && !features.rulesFiles
            let option = isReadOnly ? "--ro-bind" : "--bind"
            arguments += [option, folder, paths.groups[group] ?? "/groups/\(group)"]
        }
        if isCheck { arguments += ["--tmpfs", "/check"] }
        if features.rulesFiles { arguments += ["--ro-bind", launcher, Self.innerLauncher] }
        arguments += ["--chdir", paths.bundle, "--remount-ro", "/", "--"]
        if features.rulesFiles {
            let rules = FileRule.rules(for: paths, folders: system.folders + libraries, fullGroups: fullGroups)
            arguments += [Self.innerLauncher, "--files"] + rules.map(\.argument) + ["--"]
        }
        arguments.append(prlimit)
        arguments += limits.options(countsProcesses: features.limitsProcesses)
        arguments += ["--", "\(paths.bundle)/\(program.executable)"]
        return LaunchCommand(
            executable: launcher,
            arguments: arguments,
            environment: Self.environment(paths),
            workingDirectory: nil,
            paths: paths,
            memoryFolders: [shared, temporary]
        )
    }

    /// Returns the command that runs a program without a sandbox, with an empty folder of its own and the limits that
    /// are possible then: none of the number of processes, since the person's other programs would count.
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

    /// Path in the sandbox of the launcher, which applies the rules of Landlock.
    private static let innerLauncher = "/run/today-launch"

    /// The size of `/dev/shm` in bytes.
    private static let sharedMemoryBytes = 16 << 20

    private static func environment(_ paths: ProcessPaths) -> [String: String] {
        ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": paths.temporary, "TMPDIR": paths.temporary]
    }
}

extension SandboxCommandBuilder.System {
    /// Inspects this machine, on which `/bin` and the like are usually links into `/usr`, and sometimes folders.
    package static func current(isRoot: Bool = geteuid() == 0) -> SandboxCommandBuilder.System {
        var system = SandboxCommandBuilder.System(
            links: [:],
            rootFiles: isRoot ? rootFiles() : [],
            statusFiles: [
                "buddyinfo", "diskstats", "interrupts", "pressure/cpu", "pressure/io", "pressure/irq",
                "pressure/memory", "schedstat", "softirqs", "swaps", "vmstat", "zoneinfo",
            ].map { "/proc/\($0)" }.filter { access($0, F_OK) == 0 }
        )
        for path in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
            guard let information = try? FileTree.status(of: path) else { continue }
            if information.isFolder {
                system.folders.append(path)
            } else if information.st_mode & S_IFMT == S_IFLNK, let target = BundleFolder.resolved(path),
                target.hasPrefix("/usr/")
            {
                system.links[path] = String(target.dropFirst())
            }
        }
        return system
    }

    private static func rootFiles() -> [String] {
        ((try? FileTree.names(in: "/proc")) ?? []).map { "/proc/\($0)" }.filter { path in
            (try? FileTree.status(of: path)).map { $0.st_mode & (S_IFMT | S_IROTH) == S_IFREG } ?? false
        }
    }
}
