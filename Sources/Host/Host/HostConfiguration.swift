package import Foundation
import HostStorage
package import ProcessHost
package import SessionBus
package import TodayProtocol
import TodayScreen

/// The host's configuration, read once at start.
package struct HostConfiguration: Sendable {
    package enum Sandbox: String, CaseIterable, Codable, Sendable {
        /// In a sandbox; if this machine has none, only apps that the person trusts by name run, and the screen shows a
        /// warning.
        case auto
        /// In a sandbox; if this machine has none, the host does not start.
        case required
        /// Without a sandbox; only for development.
        case off
    }

    /// The folder of all state; it is created, readable by the person alone, if it does not exist.
    package var stateDirectory: URL
    package var sandbox: Sandbox
    /// The apps that the person trusts by name: they run even if this machine has no sandbox.
    package var trustedApps: Set<AppID>
    /// The apps of the package with which Today is installed; `nil` if it is not installed with a package.
    package var packagedApps: PackagedApps?
    /// The language for updates of a widget that nobody has seen yet, a BCP 47 tag.
    package var language: String
    /// `true` if queued actions start their app; otherwise they are processed when the app runs for another reason.
    package var wakesForActions: Bool
    /// The time that an action waits before the person is asked to open its app, in seconds.
    package var actionWait: TimeInterval
    /// The largest number of updates of a widget per day while nobody watches; 0 for none.
    package var unseenUpdateLimit: Int
    /// The largest size of an app's data in the database, in bytes.
    package var appBytes: Int
    /// The folder in which the kernel lists the power supplies.
    package var powerSupplyFolder: String
    /// The bus of the person's session; `nil` if there is no session.
    package var sessionBus: SessionBusAddress?
    /// `true` if the key of the keychain is kept in the session's Secret Service, if there is one.
    package var usesSecretService: Bool
    /// Today's version, as processes and surfaces see it.
    package var version: String

    package init(
        stateDirectory: URL,
        sandbox: Sandbox = .auto,
        trustedApps: Set<AppID> = [],
        packagedApps: PackagedApps? = nil,
        language: String = "en",
        wakesForActions: Bool = true,
        actionWait: TimeInterval = ActionOperation.requestDelay,
        unseenUpdateLimit: Int = UnseenUpdateBudget.defaultLimit,
        appBytes: Int = DurableStore.defaultAppBytes,
        powerSupplyFolder: String = PowerSupplies.systemFolder,
        sessionBus: SessionBusAddress? = nil,
        usesSecretService: Bool = false,
        version: String
    ) {
        self.stateDirectory = stateDirectory
        self.sandbox = sandbox
        self.trustedApps = trustedApps
        self.packagedApps = packagedApps
        self.language = language
        self.wakesForActions = wakesForActions
        self.actionWait = actionWait
        self.unseenUpdateLimit = unseenUpdateLimit
        self.appBytes = appBytes
        self.powerSupplyFolder = powerSupplyFolder
        self.sessionBus = sessionBus
        self.usesSecretService = usesSecretService
        self.version = version
    }
}
