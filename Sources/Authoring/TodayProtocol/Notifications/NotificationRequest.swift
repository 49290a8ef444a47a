public import FoundationEssentials

/// A notification to be delivered: the app's own name for it, what it says, and when.
///
/// A request takes the place of a pending one with the same identifier. When it is delivered it takes the place of a
/// delivered notification with the same identifier, on every surface.
public struct NotificationRequest: Codable, Hashable, Sendable {
    /// The app's name for it: 1 to 128 bytes, without control characters.
    public var identifier: String
    /// What it says.
    public var content: NotificationContent
    /// When it is delivered.
    public var trigger: NotificationTrigger

    /// Makes a request.
    public init(identifier: String, content: NotificationContent, trigger: NotificationTrigger = .now) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
}

/// A notification that was delivered.
public struct DeliveredNotification: Codable, Hashable, Sendable {
    /// What was asked for.
    public var request: NotificationRequest
    /// When it was delivered.
    public var date: Date
    /// When it should have been, if the host was down then; none if it came in time.
    public var due: Date?

    /// Describes a delivered notification.
    public init(request: NotificationRequest, date: Date, due: Date? = nil) {
        self.request = request
        self.date = date
        self.due = due
    }
}

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
