package import FoundationEssentials
package import TodayProtocol

/// A pending request as the host keeps it.
package struct ScheduledNotification: Hashable, Sendable {
    /// Whose it is.
    package var app: AppID
    /// What was asked for.
    package var request: NotificationRequest
    /// Actions of its own beside its category's; only the host's own apps have them.
    package var actions: [NotificationAction]
    /// When it falls due.
    package var due: Date
    /// Whether it falls due by the person's own time zone, so that another zone means another time.
    package var floats: Bool
    /// Grows each time the request is replaced; 0 before it is kept.
    package var generation: Int64

    /// Describes a request that falls due.
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
