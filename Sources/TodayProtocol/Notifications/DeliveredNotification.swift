public import FoundationEssentials

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
