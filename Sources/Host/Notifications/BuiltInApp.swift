package import FoundationEssentials
package import HostStorage
package import TodayProtocol

/// The host's own apps, which have neither a bundle nor a process.
package enum BuiltInApp {
    /// Their identifiers, in the order in which lists show them.
    package static let all = [ScriptsApp.id, TopicsApp.id]

    /// The name of one of them, the same in every language; none for every other app.
    package static func title(of app: AppID) -> String? {
        switch app {
        case ScriptsApp.id: ScriptsApp.title
        case TopicsApp.id: TopicsApp.title
        default: nil
        }
    }

    /// Finds one by its name or its identifier, in any case of letters.
    package static func named(_ name: String) -> AppID? {
        let name = name.lowercased()
        return all.first { $0.rawValue.lowercased() == name || title(of: $0)?.lowercased() == name }
    }
}

extension AppNotificationSettings {
    /// The settings, with those of the built-in apps made plain: they are allowed everything until the person decides.
    package var effective: AppNotificationSettings {
        guard BuiltInApp.title(of: app) != nil, authorization == .notDetermined else { return self }
        let all = Set(NotificationAuthorizationOption.allCases)
        return AppNotificationSettings(app: app, authorization: .authorized, wanted: all, allowed: all, answered: all)
    }
}

/// The built-in app on whose behalf the command line notifies.
///
/// It has no bundle and no process: what the person does with its notifications is acknowledged at once, and kept for
/// whoever waits for it.
package enum ScriptsApp {
    /// Its identifier.
    package static let id = AppID("org.today.Scripts")
    /// Its name, the same in every language.
    package static let title = "Scripts"
}

/// The built-in app on whose behalf messages of the person's topics show.
///
/// It has no bundle and no process: the host itself carries out what the person chooses on its notifications.
package enum TopicsApp {
    /// Its identifier.
    package static let id = AppID("org.today.Topics")
    /// Its name, the same in every language.
    package static let title = "Topics"
}

/// A notification that a script asks for, on behalf of the built-in app *Scripts*.
package struct ScriptNotification: Codable, Hashable, Sendable {
    /// Its identifier; one is made if left out.
    package var identifier: String?
    /// What it says.
    package var content: NotificationContent
    /// Actions of its own, at most four; the first two show in the minimal context.
    package var actions: [NotificationAction]
    /// When it is delivered.
    package var trigger: NotificationTrigger
    /// A point in time at which it is delivered instead.
    package var date: Date?

    /// Describes a notification.
    package init(
        identifier: String? = nil,
        content: NotificationContent,
        actions: [NotificationAction] = [],
        trigger: NotificationTrigger = .now,
        date: Date? = nil
    ) {
        self.identifier = identifier
        self.content = content
        self.actions = actions
        self.trigger = trigger
        self.date = date
    }
}
