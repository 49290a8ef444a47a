package import HostStore
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
