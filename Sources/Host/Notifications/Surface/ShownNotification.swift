package import FoundationEssentials
package import HostStorage
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

extension ShownNotification {
    /// A delivered notification as it shows.
    ///
    /// - Parameters:
    ///   - record: The notification.
    ///   - category: The category that it names, if the app has set it.
    ///   - appTitle: The app's name in the language.
    ///   - strings: The app's strings for the language.
    ///   - settings: What the person allows the app; without sounds it makes none, and neither does a passive one.
    package init(
        _ record: DeliveredRecord,
        category: NotificationCategory?,
        appTitle: String,
        strings: LocalizedStrings,
        settings: NotificationSettings
    ) {
        let content = record.request.content
        let actions = record.offered(by: category)
        let level = content.interruptionLevel ?? .active
        let makesSound = settings.allowed.contains(.sound) && level != .passive
        self.init(
            id: record.id,
            app: record.app,
            appTitle: appTitle,
            title: strings.text(content.title),
            subtitle: content.subtitle.map(strings.text),
            body: content.body.map(strings.text),
            date: record.date,
            due: record.isLate ? record.due : nil,
            level: level,
            sound: makesSound ? content.sound : nil,
            deepLink: content.deepLink,
            actions: actions.default.map { ShownAction($0, strings: strings) },
            minimalActions: actions.minimal.map { ShownAction($0, strings: strings) },
            isListed: record.isListed,
            revision: record.revision
        )
    }
}

extension DeliveredRecord {
    /// The actions that it offers where there is room, and where there is little: its own, else its category's.
    package func offered(
        by category: NotificationCategory?
    ) -> (default: [NotificationAction], minimal: [NotificationAction]) {
        guard actions.isEmpty else {
            return (actions, Array(actions.prefix(NotificationCategory.minimalContextLimit)))
        }
        return (category?.actions ?? [], category?.shownMinimalActions ?? [])
    }

    /// The action of an identifier, if it offers one.
    package func action(_ identifier: String, category: NotificationCategory?) -> NotificationAction? {
        let offered = offered(by: category)
        return (offered.default + offered.minimal).first { $0.identifier == identifier }
    }
}
