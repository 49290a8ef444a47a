/// What protects the person from the processes: for the screen, the log and the launcher.
package enum SandboxStatus: Hashable, Sendable {
    /// Every process runs in a sandbox.
    case on(SandboxFeatures)
    /// The person has turned the sandbox off.
    case off
    /// It cannot be had, for the reason given; only trusted apps are started.
    case unavailable(reason: String)
    /// It cannot be had and is required, so no process is started.
    case refused(reason: String)

    /// One sentence for people; `nil` if all is as it should be.
    package var warning: String? {
        switch self {
        case .on: nil
        case .off: "The sandbox is off: apps and widgets can read and change everything that you can."
        case .unavailable(let reason):
            "There is no sandbox on this machine (\(reason)), so only apps that you trust by name are started."
        case .refused(let reason):
            "A sandbox is required and cannot be had (\(reason)), so no app and no widget is started."
        }
    }
}

/// What the machine's sandbox can do beyond the minimum; ``SandboxProbe`` finds out.
package struct SandboxFeatures: Hashable, Sendable {
    /// Whether a process can be kept from making user namespaces (bubblewrap 0.8).
    package var disablesUserNamespaces: Bool
    /// Whether processes are counted per sandbox, so that their number can be limited without a look at the person's
    /// other programs (Linux 5.14).
    package var limitsProcesses: Bool

    /// Names what is there.
    package init(disablesUserNamespaces: Bool = true, limitsProcesses: Bool = true) {
        self.disablesUserNamespaces = disablesUserNamespaces
        self.limitsProcesses = limitsProcesses
    }
}
