package import FoundationEssentials
package import HostStore
package import TodayProtocol

/// A delivered notification as a surface shows it, in the viewer's language.
package struct ShownNotification: Codable, Hashable, Sendable {
    /// Its number, by which it is answered.
    package var id: DeliveredID
    /// Whose it is.
    package var app: AppID
    /// The app's name.
    package var appTitle: String
    /// The title.
    package var title: String
    /// A second line, if there is one.
    package var subtitle: String?
    /// The text, if there is one.
    package var body: String?
    /// When it was delivered, for the last time.
    package var date: Date
    /// When it should have been, if it came late.
    package var due: Date?
    /// How much it asks for attention.
    package var level: NotificationInterruptionLevel
    /// The sound that it makes when it arrives; none if it makes none or the person wants none.
    package var sound: NotificationSound?
    /// The address that opening it opens, if it has one of its own.
    package var deepLink: String?
    /// The actions of the default context: at most four.
    package var actions: [ShownAction]
    /// The actions of the minimal context: at most two.
    package var minimalActions: [ShownAction]
    /// Whether it stands in the list, or shows as a banner alone.
    package var isListed: Bool
    /// The commit that delivered it last.
    package var revision: Revision

    /// Describes a notification.
    package init(
        id: DeliveredID,
        app: AppID,
        appTitle: String,
        title: String,
        subtitle: String? = nil,
        body: String? = nil,
        date: Date,
        due: Date? = nil,
        level: NotificationInterruptionLevel = .active,
        sound: NotificationSound? = nil,
        deepLink: String? = nil,
        actions: [ShownAction] = [],
        minimalActions: [ShownAction] = [],
        isListed: Bool = true,
        revision: Revision
    ) {
        self.id = id
        self.app = app
        self.appTitle = appTitle
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.date = date
        self.due = due
        self.level = level
        self.sound = sound
        self.deepLink = deepLink
        self.actions = actions
        self.minimalActions = minimalActions
        self.isListed = isListed
        self.revision = revision
    }
}
