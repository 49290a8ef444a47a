package import TodayProtocol

package struct AppDescription: Codable, Hashable, Sendable {
    package struct Widget: Codable, Hashable, Sendable {
        package var id: WidgetID
        package var title: String
        package var isOnScreen: Bool
        /// Its size in the grid of a wide screen.
        package var family: WidgetFamily

        package init(id: WidgetID, title: String, isOnScreen: Bool, family: WidgetFamily = .small) {
            self.id = id
            self.title = title
            self.isOnScreen = isOnScreen
            self.family = family
        }
    }

    package var id: AppID
    package var title: String
    package var version: String
    /// The fingerprint of the key that its bundle is signed with; `nil` if it is not signed.
    package var signer: String?
    package var widgets: [Widget]
    /// The app groups that it may use.
    package var groups: [GroupID]
    package var urlSchemes: [String]
    package var declaredHosts: [String]
    /// The servers that the person allowed, as `HOST` or `HOST:PORT`.
    package var allowedHosts: [String]
    /// The content that can be shared with the app; `nil` if it accepts none.
    package var share: ShareRule?
    /// The content that its Action extension accepts; `nil` if it has none.
    package var action: ShareRule?
    /// One sentence for each part of its bundle that does not run or has no effect; `nil` if there is none.
    package var unsupported: [LocalizableText]?

    package init(
        id: AppID,
        title: String,
        version: String,
        signer: String? = nil,
        widgets: [Widget],
        groups: [GroupID],
        urlSchemes: [String],
        declaredHosts: [String],
        allowedHosts: [String],
        share: ShareRule? = nil,
        action: ShareRule? = nil,
        unsupported: [LocalizableText]? = nil
    ) {
        self.id = id
        self.title = title
        self.version = version
        self.signer = signer
        self.widgets = widgets
        self.groups = groups
        self.urlSchemes = urlSchemes
        self.declaredHosts = declaredHosts
        self.allowedHosts = allowedHosts
        self.share = share
        self.action = action
        self.unsupported = unsupported
    }
}

/// All rights of an app, granted and revoked, as Settings shows them.
package struct AppRightsDescription: Codable, Hashable, Sendable {
    package struct Right: Codable, Hashable, Sendable {
        /// The right's identifier within the app, such as `group:group.com.example.weather`.
        package var identifier: String
        /// One sentence that says what the right allows.
        package var sentence: LocalizableText
        /// The app's stated reason for the right; `nil` if it gives none.
        package var purpose: String?
        package var isGranted: Bool
        /// `true` if the right can be revoked and restored; the others are lost only when the app is removed.
        package var isRevocable: Bool

        package init(
            identifier: String,
            sentence: LocalizableText,
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
    package var title: String
    package var version: String
    /// The fingerprint of the key that its bundle is signed with; `nil` if it is not signed.
    package var signer: String?
    /// Its rights, the most significant first.
    package var rights: [Right]
    /// One sentence for each part of its bundle that does not run or has no effect.
    package var unsupported: [LocalizableText]
    /// Sentences about the resource limits of its processes and their enforcement.
    package var limits: [LocalizableText]

    package init(
        app: AppID,
        title: String,
        version: String,
        signer: String? = nil,
        rights: [Right],
        unsupported: [LocalizableText] = [],
        limits: [LocalizableText] = []
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
