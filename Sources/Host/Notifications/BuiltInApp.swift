import FoundationEssentials
package import HostModel
import HostStorage
import TodayProtocol

extension AppNotificationSettings {
    /// The settings with the default of built-in apps, which are allowed everything until the person decides.
    package var effective: AppNotificationSettings {
        guard BuiltInApp.title(of: app) != nil, authorization == .notDetermined else { return self }
        let all = Set(NotificationAuthorizationOption.allCases)
        var settings = self
        settings.authorization = .authorized
        (settings.wanted, settings.allowed, settings.answered) = (all, all, all)
        return settings
    }
}
