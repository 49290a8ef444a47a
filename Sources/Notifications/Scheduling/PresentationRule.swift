import TodayProtocol

/// How a notification shows, by what the person allows.
enum PresentationRule {
    /// All that the settings and the notification let it do.
    ///
    /// An app that the person has not decided about has its notifications kept in the list, where they show as soon as
    /// the person says yes, and its badge likewise. A denied one shows nothing.
    static func options(
        for content: NotificationContent,
        settings: NotificationSettings
    ) -> Set<NotificationPresentationOption> {
        var options: Set<NotificationPresentationOption>
        switch settings.authorization {
        case .notDetermined: return [.list, .badge]
        case .denied: return []
        case .authorized:
            options = settings.allowed.contains(.alert) ? [.banner, .list] : []
            if settings.allowed.contains(.sound) { options.insert(.sound) }
            if settings.allowed.contains(.badge) { options.insert(.badge) }
        }
        if content.interruptionLevel == .passive { options.subtract([.banner, .sound]) }
        return options
    }
}
