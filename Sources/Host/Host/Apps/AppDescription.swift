import HostModel
package import TodayProtocol

/// An installed app, as lists show it.
package struct AppDescription: Codable, Hashable, Sendable {
    package struct Widget: Codable, Hashable, Sendable {
        package var id: WidgetID
        /// Its name.
        package var title: String
        /// `true` if the widget is on the screen.
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
    /// Its name.
    package var title: String
    package var version: String
    /// The fingerprint of the key that its bundle is signed with; `nil` if it is not signed.
    package var signer: String?
    package var widgets: [Widget]
    /// The app groups that it may use.
    package var groups: [GroupID]
    package var urlSchemes: [String]
    /// The servers that its bundle declares.
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
