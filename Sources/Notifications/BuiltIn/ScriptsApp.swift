package import HostStore
package import TodayProtocol

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

extension AppNotificationSettings {
    /// The settings, with those of the built-in app made plain: it is allowed everything until the person decides.
    package var effective: AppNotificationSettings {
        guard app == ScriptsApp.id, authorization == .notDetermined else { return self }
        let all = Set(NotificationAuthorizationOption.allCases)
        return AppNotificationSettings(app: app, authorization: .authorized, wanted: all, allowed: all, answered: all)
    }
}
