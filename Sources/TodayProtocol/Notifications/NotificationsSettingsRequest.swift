import JSONRPC

/// Process to host: reads what the person allows the app now.
package struct NotificationsSettingsRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/settings"
    /// What is in force.
    package typealias Reply = NotificationSettings

    /// Asks.
    package init() {}
}
