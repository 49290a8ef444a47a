import JSONRPC

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
