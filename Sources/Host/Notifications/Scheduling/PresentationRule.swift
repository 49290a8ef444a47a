import HostModel
import TodayProtocol

/// Determines the presentation of a notification from the settings of its app, the quiet hours and its interruption
/// level.
enum PresentationRule {
    /// Returns the ways in which a notification is presented.
    ///
    /// Before the person has decided, notifications and the badge are stored, and appear if the person allows the app.
    /// A denied app shows nothing. Notifications of an app that delivers quietly go to the list only, and do not change
    /// the badge. In the quiet hours, all but time-sensitive notifications go to the list without a sound, but change
    /// the badge, so that it is right in the morning. A notification with a badge and no text changes only the badge.
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

    /// Returns the reason why a notification shows no banner, for its trace; `nil` if it shows one.
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
