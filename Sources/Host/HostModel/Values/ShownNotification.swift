package import FoundationEssentials
package import TodayProtocol

/// The id of a delivered notification, which is the same on every surface.
///
/// A notification that replaces one with the same identifier keeps the id. Ids are never reused.
package struct DeliveredID: RawRepresentable, Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Parses a positive decimal number; `nil` for other text.
    package init?(_ text: some StringProtocol) {
        guard let number = Int64(text), number > 0 else { return nil }
        self.init(rawValue: number)
    }

    package var description: String { String(rawValue) }

    /// Orders by number: later notifications have greater ones.
    package static func < (left: DeliveredID, right: DeliveredID) -> Bool { left.rawValue < right.rawValue }
}

/// An action in the viewer's language.
package struct ShownAction: Codable, Hashable, Sendable {
    package struct TextInput: Codable, Hashable, Sendable {
        /// The placeholder of the empty field.
        package var placeholder: String?
        /// The title of the button that sends the text.
        package var buttonTitle: String

        package init(placeholder: String?, buttonTitle: String) {
            self.placeholder = placeholder
            self.buttonTitle = buttonTitle
        }
    }

    package var identifier: String
    package var title: String
    package var isDestructive: Bool
    package var needsAuthentication: Bool
    package var isForeground: Bool
    package var textInput: TextInput?

    package init(
        identifier: String,
        title: String,
        isDestructive: Bool = false,
        needsAuthentication: Bool = false,
        isForeground: Bool = false,
        textInput: TextInput? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.isDestructive = isDestructive
        self.needsAuthentication = needsAuthentication
        self.isForeground = isForeground
        self.textInput = textInput
    }
}

/// A delivered notification in the viewer's language.
package struct ShownNotification: Codable, Hashable, Sendable {
    package var id: DeliveredID
    package var app: AppID
    package var appTitle: String
    package var title: String
    package var subtitle: String?
    package var body: String?
    /// Time of the last delivery.
    package var date: Date
    /// The due time if it was delivered late, else `nil`.
    package var due: Date?
    package var level: NotificationInterruptionLevel
    /// The sound of its arrival; `nil` if it has none or the settings do not allow it.
    package var sound: NotificationSound?
    /// The address that opening the notification opens, if it has one.
    package var deepLink: String?
    /// `true` if opening it leads to its own address or to its app.
    package var isOpenable: Bool
    /// The actions of the default context: at most four.
    package var actions: [ShownAction]
    /// The actions of the minimal context: at most two.
    package var minimalActions: [ShownAction]
    /// `true` if it is in the list, `false` if it is only a banner.
    package var isListed: Bool
    /// The style in which it was last delivered; an alert waits for an answer.
    package var alertStyle: NotificationAlertStyle
    /// `true` if its script has ended: it offers no actions, and its body begins with a sentence that says so.
    package var isAbandoned: Bool
    /// The commit that last delivered it.
    package var revision: Revision

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
        isOpenable: Bool = true,
        actions: [ShownAction] = [],
        minimalActions: [ShownAction] = [],
        isListed: Bool = true,
        alertStyle: NotificationAlertStyle = .banner,
        isAbandoned: Bool = false,
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
        self.isOpenable = isOpenable
        self.actions = actions
        self.minimalActions = minimalActions
        self.isListed = isListed
        self.alertStyle = alertStyle
        self.isAbandoned = isAbandoned
        self.revision = revision
    }
}

package struct PendingNotification: Codable, Hashable, Sendable {
    package var app: AppID
    package var appTitle: String
    /// The identifier that the app gave the notification.
    package var identifier: String
    /// The title, in the viewer's language.
    package var title: String
    package var due: Date
    /// `true` if it falls due again after ``due``.
    package var repeats: Bool

    package init(app: AppID, appTitle: String, identifier: String, title: String, due: Date, repeats: Bool) {
        self.app = app
        self.appTitle = appTitle
        self.identifier = identifier
        self.title = title
        self.due = due
        self.repeats = repeats
    }
}
