package import TodayProtocol

/// Everything that an app may do or might do, as Settings shows it.
package struct AppRightsDescription: Codable, Hashable, Sendable {
    package struct Right: Codable, Hashable, Sendable {
        /// Names the right among those of the app, such as `group:group.com.example.weather`.
        package var identifier: String
        /// What the app may do by it, in one sentence.
        package var sentence: String
        /// What the app says it needs the right for; `nil` if it says nothing.
        package var purpose: String?
        /// Whether the app has it at the moment.
        package var isGranted: Bool
        /// Whether it can be revoked and given back; only removing the app revokes the others.
        package var isRevocable: Bool

        /// Describes a right.
        package init(
            identifier: String,
            sentence: String,
            purpose: String? = nil,
            isGranted: Bool,
            isRevocable: Bool = true
        ) {
            self.identifier = identifier
            self.sentence = sentence
            self.purpose = purpose
            self.isGranted = isGranted
            self.isRevocable = isRevocable
        }
    }

    package var app: AppID
    /// Its name.
    package var title: String
    package var version: String
    /// The fingerprint of the key that its bundle is signed with; `nil` if it is not signed.
    package var signer: String?
    /// Its rights, the weightiest first.
    package var rights: [Right]
    /// What of its bundle does not run or has no effect, a sentence each.
    package var unsupported: [String]
    /// What its processes may use, and how they are held to it, a sentence each.
    package var limits: [String]

    /// Describes an app's rights.
    package init(
        app: AppID,
        title: String,
        version: String,
        signer: String? = nil,
        rights: [Right],
        unsupported: [String] = [],
        limits: [String] = []
    ) {
        self.app = app
        self.title = title
        self.version = version
        self.signer = signer
        self.rights = rights
        self.unsupported = unsupported
        self.limits = limits
    }
}
