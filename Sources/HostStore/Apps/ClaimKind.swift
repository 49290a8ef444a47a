/// What kind of name an app claims.
package enum ClaimKind: String, Hashable, CaseIterable, Sendable {
    /// An app group.
    case group
    /// A keychain access group.
    case keychainGroup
    /// A record container.
    case container
    /// A URL scheme.
    case urlScheme

    /// Whether data stands behind the name, which must not fall to whoever asks next.
    var holdsData: Bool { self != .urlScheme }

    /// The kind in a sentence.
    package var noun: String {
        switch self {
        case .group: "group"
        case .keychainGroup: "keychain group"
        case .container: "record container"
        case .urlScheme: "URL scheme"
        }
    }
}
