package import FoundationEssentials
package import TodayProtocol

/// A pending request with its due time.
package struct ScheduledNotification: Hashable, Sendable {
    package var app: AppID
    package var request: NotificationRequest
    /// The notification's own actions, which replace its category's.
    package var actions: [NotificationAction]
    package var due: Date
    /// `true` if its due time follows the person's time zone.
    package var floats: Bool
    /// Ascending number that changes whenever the request is replaced; 0 before it is stored.
    package var generation: Int64

    package init(
        app: AppID,
        request: NotificationRequest,
        actions: [NotificationAction] = [],
        due: Date,
        floats: Bool = false,
        generation: Int64 = 0
    ) {
        self.app = app
        self.request = request
        self.actions = actions
        self.due = due
        self.floats = floats
        self.generation = generation
    }
}
