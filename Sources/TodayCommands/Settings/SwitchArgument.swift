import ArgumentParser

/// On or off, as an argument.
package enum SwitchArgument: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Switches on.
    case on
    /// Switches off.
    case off
}
