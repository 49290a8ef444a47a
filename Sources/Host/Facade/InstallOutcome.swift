/// What came of an installation.
package enum InstallOutcome: Codable, Hashable, Sendable {
    /// The app is installed.
    ///
    /// - Parameter app: The app as it is now.
    case installed(app: AppDescription)
    /// The person has to agree first; nothing was changed.
    ///
    /// - Parameters:
    ///   - title: The app's name.
    ///   - requests: Everything that the bundle asks for, a sentence each.
    ///   - conflicts: What of it another app owns, a sentence each; empty most often.
    ///   - digest: Stands for the app, the requests and the conflicts in ``InstallConsent/to(digest:)``.
    case consentNeeded(title: String, requests: [String], conflicts: [String], digest: String)
}
