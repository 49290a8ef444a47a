import TodayProtocol

/// Something of which there is one and that the first app to ask for it owns.
package struct Claim: Codable, Hashable, Sendable {
    /// The kinds of things that are owned.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// An app group.
        case group
        /// A keychain group.
        case keychainGroup
        /// A record container.
        case recordContainer
        /// A URL scheme.
        case urlScheme
    }

    /// What it is.
    package var kind: Kind
    /// Which one it is.
    package var name: String

    /// Names a thing.
    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}

extension AppManifest {
    /// Everything the app claims to own.
    ///
    /// Its widgets can ask for nothing beyond it.
    package var claims: [Claim] {
        entitlements.groups.map { Claim(kind: .group, name: $0.rawValue) }
            + entitlements.keychainGroups.map { Claim(kind: .keychainGroup, name: $0) }
            + entitlements.recordContainers.map { Claim(kind: .recordContainer, name: $0) }
            + urlSchemes.map { Claim(kind: .urlScheme, name: $0) }
    }
}
