package import Foundation
package import TodayProtocol

/// What the host is told once, at start.
package struct HostConfiguration: Sendable {
    /// How processes are confined.
    package enum Sandbox: String, CaseIterable, Codable, Sendable {
        /// In a sandbox; where none can be had, only apps that the person trusts by name run, and the screen says so.
        case auto
        /// In a sandbox; where none can be had, the host does not start.
        case required
        /// Without a sandbox. For development alone.
        case off
    }

    /// Where all state lives; made if it is not there, readable by the person alone.
    package var stateDirectory: URL
    /// How processes are confined.
    package var sandbox: Sandbox
    /// The apps that the person trusts by name: those that run where no sandbox can be had.
    package var trustedApps: Set<AppID>
    /// The language for what nobody looks at, a BCP 47 tag.
    package var language: String
    /// Today's version, as processes and surfaces are told it.
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
