import FoundationEssentials
package import HostModel
package import HostStorage
import JSON
import TodayProtocol

/// Determines the presentation of a notification from its level, the settings of its app, and the quiet hours.
struct PresentationRule {
    let content: NotificationContent
    let settings: AppNotificationSettings
    let isQuietTime: Bool

    /// The presentation.
    ///
    /// Before the person has decided, notifications and the badge are stored, and appear if the person allows the app.
    /// A denied app shows nothing. Notifications of an app that delivers quietly go to the list only, and do not change
    /// the badge. In the quiet hours, all but time-sensitive notifications go to the list without a sound, but change
    /// the badge, so that it is right in the morning. A notification with a badge and no text changes only the badge.
    var options: Set<NotificationPresentationOption> {
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

    /// The reason why the notification shows no banner, for its trace; `nil` if it shows one.
    var withheld: TraceEvent.Reason? {
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

extension DurableReader {
    /// Reads the person's quiet hours; ``QuietHours/initial`` if none are set, or if the stored ones are damaged.
    package func quietHours() throws -> QuietHours {
        guard let text = try setting(QuietHours.key) else { return .initial }
        return (try? JSONValue(parsing: text).decode(QuietHours.self)) ?? .initial
    }
}
