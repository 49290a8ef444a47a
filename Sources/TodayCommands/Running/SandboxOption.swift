import ArgumentParser
package import Host

/// How processes are confined, as an argument.
package enum SandboxOption: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// In a sandbox where one can be had.
    case auto
    /// In a sandbox, or not at all.
    case required
    /// Without a sandbox.
    case off

    /// The same in the host's words.
    package var mode: HostConfiguration.Sandbox {
        switch self {
        case .auto: .auto
        case .required: .required
        case .off: .off
        }
    }
}
