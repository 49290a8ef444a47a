package import TodayProtocol

/// What an app or a widget asks for in its `Entitlements.plist`: claims, not rights.
package struct Entitlements: Codable, Hashable, Sendable {
    /// The app groups it shares with others (`com.apple.security.application-groups`), sorted.
    package var groups: [GroupID] = []
    /// Whether the host may fetch for it (`com.apple.security.network.client`).
    package var networkClient = false
    /// The keychain groups whose secrets it reads (`keychain-access-groups`), sorted.
    package var keychainGroups: [String] = []
    /// The record containers it uses (`com.apple.developer.icloud-container-identifiers`), sorted.
    package var recordContainers: [String] = []
    /// Which push service it registers with (`aps-environment`), if any: `development` or `production`.
    package var pushEnvironment: String?

    /// Asks for what is given, and for nothing by default.
    package init(
        groups: [GroupID] = [],
        networkClient: Bool = false,
        keychainGroups: [String] = [],
        recordContainers: [String] = [],
        pushEnvironment: String? = nil
    ) {
        self.groups = groups
        self.networkClient = networkClient
        self.keychainGroups = keychainGroups
        self.recordContainers = recordContainers
        self.pushEnvironment = pushEnvironment
    }
}
