/// What a process may use over its whole life; each holds for one process of the tree, not for their sum.
///
/// These stand behind the supervisor's budgets, which are tighter (``ProcessBudget``).
package struct ResourceLimits: Hashable, Sendable {
    /// `RLIMIT_AS` in bytes.
    ///
    /// Never below 512 MiB: with less, a Swift program hangs at start instead of failing.
    package var addressSpace = 2 << 30
    /// `RLIMIT_NOFILE`.
    package var openFiles = 256
    /// `RLIMIT_CPU` in seconds.
    package var cpuSeconds = 3600
    /// `RLIMIT_NPROC`.
    ///
    /// The kernel does not apply it if the host runs as root.
    package var processes = 64
    /// `RLIMIT_SIGPENDING`: the timers and queued signals, of which the kernel has a number for all processes of the person.
    package var pendingSignals = 256
    /// `RLIMIT_FSIZE` in bytes: the size of any file it writes.
    package var fileBytes = 64 << 20
    /// The size of the private temporary folder in bytes.
    package var temporaryBytes = 64 << 20

    /// The limits that apply unless a test lowers them.
    package init() {}

    /// The options for prlimit.
    ///
    /// Core dumps are off. What the kernel counts for the person is limited only where it counts for each sandbox as well.
    func options(countsProcesses: Bool) -> [String] {
        var options = [
            "--as=\(max(addressSpace, 512 << 20))", "--nofile=\(openFiles)", "--cpu=\(cpuSeconds)",
            "--fsize=\(fileBytes)", "--core=0",
        ]
        if countsProcesses { options += ["--nproc=\(processes)", "--sigpending=\(pendingSignals)"] }
        return options
    }
}
