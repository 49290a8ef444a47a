/// The resource limits (getrlimit(2)) over the life of a process, each for one process of the tree, not for their sum.
///
/// They back up the host's budgets, which are tighter (``ProcessBudget``).
package struct ResourceLimits: Hashable, Sendable {
    /// `RLIMIT_AS` in bytes; never below 512 MiB: with less, a Swift program hangs at start instead of failing.
    package var addressSpace = 2 << 30
    /// `RLIMIT_NOFILE`.
    package var openFiles = 256
    /// `RLIMIT_CPU` in seconds.
    package var cpuSeconds = 3600
    /// `RLIMIT_NPROC`; the kernel does not apply it if the host runs as root.
    package var processes = 64
    /// `RLIMIT_SIGPENDING`: the timers and queued signals, which the kernel counts for all processes of a user
    /// together.
    package var pendingSignals = 256
    /// `RLIMIT_FSIZE` in bytes: the size of any file that it writes.
    package var fileBytes = 64 << 20
    /// The capacity of the private temporary folder in bytes.
    package var temporaryBytes = 64 << 20

    package init() {}

    /// Returns the options for prlimit, without core dumps; what the kernel counts for each user is limited only if
    /// `countsProcesses` says that it counts it for each sandbox as well.
    func options(countsProcesses: Bool) -> [String] {
        var options = [
            "--as=\(max(addressSpace, 512 << 20))", "--nofile=\(openFiles)", "--cpu=\(cpuSeconds)",
            "--fsize=\(fileBytes)", "--core=0",
        ]
        if countsProcesses { options += ["--nproc=\(processes)", "--sigpending=\(pendingSignals)"] }
        return options
    }
}
