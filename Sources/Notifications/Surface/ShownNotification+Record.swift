package import HostStore
package import TodayProtocol

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
