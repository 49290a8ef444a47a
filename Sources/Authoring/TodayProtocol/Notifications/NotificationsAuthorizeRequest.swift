import JSONRPC

/// Process to host: asks the person to allow the app's notifications.
///
/// It is answered at once with what is in force; what the person says arrives as `settings/changed`. The person is asked
/// once: asking again for the same changes nothing, and asking for more than was asked before asks for that alone.
package struct NotificationsAuthorizeRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/authorize"
    /// What is in force.
    package typealias Reply = NotificationSettings

    /// What the app would like.
    package var options: Set<NotificationAuthorizationOption>

    /// Asks for these.
    package init(options: Set<NotificationAuthorizationOption>) { self.options = options }

    private enum CodingKeys: CodingKey { case options }

    /// Writes the form on the wire, the ways in order.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: options, forKey: .options)
    }
}

/// Process to host: reads what the person allows the app now.
package struct NotificationsSettingsRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/settings"
    /// What is in force.
    package typealias Reply = NotificationSettings

    /// Asks.
    package init() {}
}

/// Host to process: what the person allows the app's notifications is different.
///
/// Sent to the app and its widgets; changes that wait to be sent are merged to the newest.
package struct SettingsChangedNotification: RPCNotification {
    /// The method's name on the wire.
    package static let method = "settings/changed"

    /// What is in force now.
    package var notifications: NotificationSettings

    /// Tells of a change.
    package init(notifications: NotificationSettings) { self.notifications = notifications }
}
