/// What the person did with a notification.
public struct NotificationResponse: Codable, Hashable, Sendable {
    /// The response's own id, the same each time it is delivered.
    public var id: String
    /// The notification that it answers, as it was then.
    public var notification: DeliveredNotification
    /// The action's identifier, ``NotificationAction/defaultIdentifier`` or ``NotificationAction/dismissIdentifier``.
    public var actionIdentifier: String
    /// What the person wrote, for an action that takes text.
    public var text: String?

    /// Describes a response.
    public init(id: String, notification: DeliveredNotification, actionIdentifier: String, text: String? = nil) {
        self.id = id
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        self.text = text
    }
}
