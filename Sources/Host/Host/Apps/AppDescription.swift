import Crypto
package import TodayProtocol

/// An installed app, as lists show it.
package struct AppDescription: Codable, Hashable, Sendable {
    /// One of its widgets.
    package struct Widget: Codable, Hashable, Sendable {
        /// The widget.
        package var id: WidgetID
        /// Its name.
        package var title: String
        /// Whether the person has it on the screen.
        package var isOnScreen: Bool

        /// Describes a widget.
        package init(id: WidgetID, title: String, isOnScreen: Bool) {
            self.id = id
            self.title = title
            self.isOnScreen = isOnScreen
        }
    }

    /// The app.
    package var id: AppID
    /// Its name.
    package var title: String
    /// Its version.
    package var version: String
    /// Its widgets.
    package var widgets: [Widget]
    /// The app groups that it may use.
    package var groups: [GroupID]
    /// Its URL schemes.
    package var urlSchemes: [String]
    /// The hosts that its bundle declares.
    package var declaredHosts: [String]
    /// The hosts that the person allowed, as `HOST` or `HOST:PORT`.
    package var allowedHosts: [String]
    /// What its bundle contains that Today does not run, a line each; `nil` if nothing.
    package var unsupported: [String]?

    /// Describes an app.
    package init(
        id: AppID,
        title: String,
        version: String,
        widgets: [Widget],
        groups: [GroupID],
        urlSchemes: [String],
        declaredHosts: [String],
        allowedHosts: [String],
        unsupported: [String]? = nil
    ) {
        self.id = id
        self.title = title
        self.version = version
        self.widgets = widgets
        self.groups = groups
        self.urlSchemes = urlSchemes
        self.declaredHosts = declaredHosts
        self.allowedHosts = allowedHosts
        self.unsupported = unsupported
    }
}

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
    ///   - unsupported: What of the bundle will not run, a line each; `nil` if everything will.
    ///   - digest: Stands for the app and all that was shown in ``InstallConsent/to(digest:)``.
    case consentNeeded(
        title: String,
        requests: [String],
        conflicts: [String],
        unsupported: [String]?,
        digest: String
    )

    private enum CodingKeys: String, CodingKey { case installed, consentNeeded }
    private enum InstalledCodingKeys: String, CodingKey { case app }
    private enum ConsentNeededCodingKeys: String, CodingKey {
        case title, requests, conflicts, unsupported, digest
    }
}

/// What a person agreed to before an installation.
package enum InstallConsent: Codable, Hashable, Sendable {
    /// Nothing yet: only asks what the bundle asks for.
    case none
    /// What was shown to the person, and nothing else.
    ///
    /// - Parameter digest: The digest of ``InstallOutcome/consentNeeded(title:requests:conflicts:unsupported:digest:)``.
    case to(digest: String)
    /// Everything that the bundle asks for, unseen.
    case everything

    private enum CodingKeys: String, CodingKey { case none, to, everything }
    private enum ToCodingKeys: String, CodingKey { case digest }

    /// Whether this agrees to what has a digest.
    package func covers(_ digest: String) -> Bool {
        switch self {
        case .none: false
        case .to(let agreed): agreed == digest
        case .everything: true
        }
    }
}

/// A fingerprint of all that a person is asked to agree to.
package enum ConsentDigest {
    /// The SHA-256 of an app's identifier, what it asks for and what of it another app owns, in hexadecimal.
    ///
    /// The order of the sentences does not matter. Each text goes in with its length, so no two questions are alike.
    package static func digest(app: AppID, requests: [String], conflicts: [String]) -> String {
        var hash = SHA256()
        for texts in [[app.rawValue], requests.sorted(), conflicts.sorted()] {
            hash.update(data: Array("\(texts.count);".utf8))
            for text in texts { hash.update(data: Array("\(text.utf8.count):\(text)".utf8)) }
        }
        return hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined()
    }
}
