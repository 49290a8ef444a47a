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
