package import FoundationEssentials
import HostModel
package import HostStorage
package import TodayProtocol

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

extension ShownNotification {
    /// Localizes a delivered notification.
    ///
    /// - Parameters:
    ///   - record: The stored notification.
    ///   - category: The notification's category, if the app has set it.
    ///   - appTitle: The app's name in the language.
    ///   - strings: The app's strings for the language.
    ///   - settings: The app's settings, which may mute the sound.
    ///   - opensApp: `true` if the app has a page that its icon opens.
    package init(
        _ record: DeliveredRecord,
        category: NotificationCategory?,
        appTitle: String,
        strings: LocalizedStrings,
        settings: NotificationSettings,
        opensApp: Bool = true
    ) {
        let content = record.request.content
        let actions = record.offered(by: category)
        let level = content.interruptionLevel ?? .active
        let isAbandoned = content.asker == .gone
        let makesSound = settings.allowed.contains(.sound) && level != .passive && !isAbandoned
        let nobodyWaits = isAbandoned ? strings.text(.nobodyWaits) : nil
        let body = [nobodyWaits, content.body.map(strings.text)].compactMap(\.self)
        self.init(
            id: record.id,
            app: record.app,
            appTitle: appTitle,
            title: strings.text(content.title),
            subtitle: content.subtitle.map(strings.text),
            body: body.isEmpty ? nil : body.joined(separator: "\n"),
            date: record.date,
            due: record.isLate ? record.due : nil,
            level: level,
            sound: makesSound ? content.sound : nil,
            deepLink: content.deepLink,
            isOpenable: opensApp || content.deepLink != nil,
            actions: actions.default.map { ShownAction($0, strings: strings) },
            minimalActions: actions.minimal.map { ShownAction($0, strings: strings) },
            isListed: record.isListed,
            alertStyle: record.alertStyle,
            isAbandoned: isAbandoned,
            revision: record.revision
        )
    }
}

extension DeliveredRecord {
    /// Returns the actions of the default and the minimal context: the notification's own or else its category's; none
    /// if nobody waits for the answer any more.
    package func offered(
        by category: NotificationCategory?
    ) -> (default: [NotificationAction], minimal: [NotificationAction]) {
        guard request.content.asker != .gone else { return ([], []) }
        guard actions.isEmpty else {
            return (actions, Array(actions.prefix(NotificationCategory.minimalContextLimit)))
        }
        return (category?.actions ?? [], category?.shownMinimalActions ?? [])
    }

    /// Returns the offered action with an identifier.
    package func action(_ identifier: String, category: NotificationCategory?) -> NotificationAction? {
        let offered = offered(by: category)
        return (offered.default + offered.minimal).first { $0.identifier == identifier }
    }
}
