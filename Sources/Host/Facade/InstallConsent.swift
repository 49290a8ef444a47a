/// What a person agreed to before an installation.
package enum InstallConsent: Codable, Hashable, Sendable {
    /// Nothing yet: only asks what the bundle asks for.
    case none
    /// What was shown to the person, and nothing else.
    ///
    /// - Parameter digest: The digest of ``InstallOutcome/consentNeeded(title:requests:conflicts:digest:)``.
    case to(digest: String)
    /// Everything that the bundle asks for, unseen.
    case everything

    /// Whether this agrees to what has a digest.
    package func covers(_ digest: String) -> Bool {
        switch self {
        case .none: false
        case .to(let agreed): agreed == digest
        case .everything: true
        }
    }
}
