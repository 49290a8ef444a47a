package import AdaptiveCards
package import JSON
package import TodayProtocol

/// One page of an app as a surface shows it.
package struct SceneState: Codable, Hashable, Sendable {
    package var app: AppID
    /// The app's name in the viewer's language.
    package var appTitle: String
    package var url: String
    package var title: String
    package var card: Card
    /// The id of the input that has the cursor when the page opens.
    package var focus: String?
    /// The message of the app whose body shows below the card.
    package var message: MessageID?
    /// The URL of the app's page that stands beside this one in a wide window.
    package var primary: String?
    /// Text that stands beside this page in a wide window while none of the pages to which it leads is open.
    package var placeholder: String?
    /// `true` if this is the page of an extension whose use has ended; `nil` for a page of an app.
    package var hasEnded: Bool?
    package var epoch: String
    /// Revision of the newest commit that the page shows.
    package var revision: Revision

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

    package var position: ScreenPosition { ScreenPosition(epoch: epoch, revision: revision) }
}

/// An offer to undo the effect of a tap, with a message and the action that undoes it.
///
/// The surface derives the id of the undoing tap from that of the first, so that it is performed once however often it
/// is sent.
package struct UndoOffer: Codable, Hashable, Sendable {
    /// A sentence that says what was done.
    package var message: String
    package var data: JSONValue
    /// The verb of that action; `nil` if it has none.
    package var verb: String?
    /// Shortest time that a surface shows the offer, in seconds.
    package var seconds: Int

    package init(message: String, data: JSONValue, verb: String? = nil, seconds: Int) {
        self.message = message
        self.data = data
        self.verb = verb
        self.seconds = seconds
    }
}
