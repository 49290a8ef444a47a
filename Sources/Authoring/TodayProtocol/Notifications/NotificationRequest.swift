public import FoundationEssentials

/// A notification to be delivered: the app's identifier for it, its content and its trigger.
///
/// A request replaces a pending one with the same identifier and, when it is delivered, a delivered notification with
/// the same identifier on every surface.
public struct NotificationRequest: Codable, Hashable, Sendable {
    /// The identifier, chosen by the app: 1 to 128 bytes, without control characters.
    public var identifier: String
    /// The content.
    public var content: NotificationContent
    /// The trigger, which determines the time of delivery.
    public var trigger: NotificationTrigger

    /// Creates a request.
    public init(identifier: String, content: NotificationContent, trigger: NotificationTrigger = .now) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
}

/// A notification that was delivered.
public struct DeliveredNotification: Codable, Hashable, Sendable {
    /// The request.
    public var request: NotificationRequest
    /// The time of delivery.
    public var date: Date
    /// The time when it was due, if the host was not running then; `nil` if it was delivered in time.
    public var due: Date?

    /// Creates a delivered notification.
    public init(request: NotificationRequest, date: Date, due: Date? = nil) {
        self.request = request
        self.date = date
        self.due = due
    }
}

/// The person's response to a notification.
public struct NotificationResponse: Codable, Hashable, Sendable {
    /// The id of the response, which is the same when it is repeated.
    public var id: String
    /// The notification as it was at the time of the response.
    public var notification: DeliveredNotification
    /// The action's identifier, ``NotificationAction/defaultIdentifier`` or ``NotificationAction/dismissIdentifier``.
    public var actionIdentifier: String
    /// The text that the person entered, for an action with a text field.
    public var text: String?

    /// Creates a response.
    public init(id: String, notification: DeliveredNotification, actionIdentifier: String, text: String? = nil) {
        self.id = id
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        self.text = text
    }
}
