import JSONRPC

/// Process to host: asks the person to allow the app's notifications.
///
/// The host replies at once with the current settings; the person's answer arrives as `settings/changed`. The person is
/// asked once: asking again for the same options changes nothing, and asking for more asks only for the additional
/// ones. Consent adds them to the options that are allowed; neither answer removes any.
package struct NotificationsAuthorizeRequest: RPCRequest {
    package static let method = "notifications/authorize"
    package typealias Reply = NotificationSettings

    /// The options that the app needs.
    package var options: Set<NotificationAuthorizationOption>

    package init(options: Set<NotificationAuthorizationOption>) { self.options = options }
}

/// Process to host: reads the current settings of the app's notifications.
package struct NotificationsSettingsRequest: RPCRequest {
    package static let method = "notifications/settings"
    package typealias Reply = NotificationSettings

    package init() {}
}

/// Host to process: the settings of the app's notifications changed.
///
/// Sent to the app and its widgets; only the newest unsent change is kept.
package struct SettingsChangedNotification: RPCNotification {
    package static let method = "settings/changed"

    /// The new settings.
    package var notifications: NotificationSettings

    package init(notifications: NotificationSettings) { self.notifications = notifications }
}
