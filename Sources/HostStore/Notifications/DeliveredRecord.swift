package import FoundationEssentials
package import TodayProtocol

/// A delivered notification as the host keeps it, until it is answered, dismissed or taken back.
package struct DeliveredRecord: Hashable, Sendable {
    /// Its number.
    package var id: DeliveredID
    /// Whose it is.
    package var app: AppID
    /// What was asked for.
    package var request: NotificationRequest
    /// Actions of its own beside its category's.
    package var actions: [NotificationAction]
    /// When it was delivered, for the last time.
    package var date: Date
    /// When it fell due.
    package var due: Date
    /// Whether it was delivered later than it should have been.
    package var isLate: Bool
    /// Whether it stands in the list of notifications, or shows as a banner alone.
    package var isListed: Bool
    /// The commit that delivered it last.
    package var revision: Revision

    /// Describes a delivered notification.
    package init(
        id: DeliveredID,
        app: AppID,
        request: NotificationRequest,
        actions: [NotificationAction],
        date: Date,
        due: Date,
        isLate: Bool,
        isListed: Bool,
        revision: Revision
    ) {
        self.id = id
        self.app = app
        self.request = request
        self.actions = actions
        self.date = date
        self.due = due
        self.isLate = isLate
        self.isListed = isListed
        self.revision = revision
    }

    /// The notification as its app sees it.
    package var notification: DeliveredNotification {
        DeliveredNotification(request: request, date: date, due: isLate ? due : nil)
    }
}
