import HostStorage
import TodayProtocol

/// Determines how a notification shows, from the settings of its app, the quiet hours and its interruption level.
enum PresentationRule {
    /// The ways in which a notification shows.
    ///
    /// Before the person has decided, notifications and the badge are stored, and appear if the person allows the app.
    /// A denied app shows nothing. What an app delivers quietly goes to the list only, and does not change the badge. In
    /// the quiet hours everything but time-sensitive notifications goes to the list without a sound; it changes the badge,
    /// which is right in the morning. What has a badge and no text shows nothing but the badge.
    static func options(
        for content: NotificationContent,
        settings: AppNotificationSettings,
        isQuietTime: Bool
    ) -> Set<NotificationPresentationOption> {
        var options: Set<NotificationPresentationOption>
        switch settings.authorization {
        case .notDetermined: return content.isBadgeOnly ? [.badge] : [.list, .badge]
        case .denied: return []
        case .authorized:
            options = settings.allowed.contains(.alert) ? [.banner, .list] : []
            if settings.allowed.contains(.sound) { options.insert(.sound) }
            if settings.allowed.contains(.badge) { options.insert(.badge) }
        }
        if settings.isQuiet { options.formIntersection([.list]) }
        if content.isBadgeOnly { options.formIntersection([.badge]) }
        if settings.alertStyle == .none { options.remove(.banner) }
        let isSilenced = isQuietTime && content.interruptionLevel != .timeSensitive
        if isSilenced || content.interruptionLevel == .passive { options.subtract([.banner, .sound]) }
        return options
    }

    /// Why a notification shows no banner, for its trace; `nil` if it shows one.
    static func withheld(
        _ content: NotificationContent,
        settings: AppNotificationSettings,
        isQuietTime: Bool
    ) -> TraceEvent.Reason? {
        switch settings.authorization {
        case .notDetermined: return .undecided
        case .denied: return .notAllowed
        case .authorized: break
        }
        if content.isBadgeOnly { return .badgeOnly }
        guard settings.allowed.contains(.alert) else { return .notAllowed }
        if settings.isQuiet { return .quiet }
        if settings.alertStyle == .none { return .noBanners }
        if content.interruptionLevel == .passive { return .passive }
        return isQuietTime && content.interruptionLevel != .timeSensitive ? .quietHours : nil
    }
}
