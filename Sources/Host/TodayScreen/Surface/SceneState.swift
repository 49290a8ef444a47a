package import AdaptiveCards
package import TodayProtocol

/// One page of an app as a surface shows it.
package struct SceneState: Codable, Hashable, Sendable {
    package var app: AppID
    /// The app's name in the viewer's language.
    package var appTitle: String
    /// The page's URL.
    package var url: String
    /// The page's title.
    package var title: String
    /// The page.
    package var card: Card
    /// The id of the input that has the cursor when the page opens.
    package var focus: String?
    /// The message of the app whose body shows below the card.
    package var message: MessageID?
    /// The URL of the app's page that stands beside this one in a wide window.
    package var primary: String?
    /// What stands beside this page in a wide window while none of the pages is open that it leads to.
    package var placeholder: String?
    /// Whether the use of an extension has ended whose page this is; `nil` for a page of an app.
    package var hasEnded: Bool?
    /// The host's run.
    package var epoch: String
    /// The newest commit that the page shows.
    package var revision: Revision

    /// Describes a page.
    package init(
        app: AppID,
        appTitle: String,
        url: String,
        title: String,
        card: Card,
        focus: String? = nil,
        message: MessageID? = nil,
        primary: String? = nil,
        placeholder: String? = nil,
        hasEnded: Bool? = nil,
        epoch: String,
        revision: Revision
    ) {
        self.app = app
        self.appTitle = appTitle
        self.url = url
        self.title = title
        self.card = card
        self.focus = focus
        self.message = message
        self.primary = primary
        self.placeholder = placeholder
        self.hasEnded = hasEnded
        self.epoch = epoch
        self.revision = revision
    }

    /// The position of a page that shows this.
    package var position: ScreenPosition { ScreenPosition(epoch: epoch, revision: revision) }
}
