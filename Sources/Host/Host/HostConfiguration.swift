package import Foundation
package import TodayProtocol

/// The host's configuration, read once at start.
package struct HostConfiguration: Sendable {
    /// How processes are confined.
    package enum Sandbox: String, CaseIterable, Codable, Sendable {
        /// In a sandbox; if this machine has none, only apps that the person trusts by name run, and the screen shows a warning.
        case auto
        /// In a sandbox; if this machine has none, the host does not start.
        case required
        /// Without a sandbox; only for development.
        case off
    }

    /// The folder of all state; it is made if it does not exist, readable by the person alone.
    package var stateDirectory: URL
    /// How processes are confined.
    package var sandbox: Sandbox
    /// The apps that the person trusts by name: they run even if this machine has no sandbox.
    package var trustedApps: Set<AppID>
    /// The language of updates while no page is open, a BCP 47 tag.
    package var language: String
    /// Today's version, as processes and surfaces see it.
    package var version: String

    /// Makes a configuration.
    package init(
        stateDirectory: URL,
        sandbox: Sandbox = .auto,
        trustedApps: Set<AppID> = [],
        language: String = "en",
        version: String
    ) {
        self.stateDirectory = stateDirectory
        self.sandbox = sandbox
        self.trustedApps = trustedApps
        self.language = language
        self.version = version
    }
}
