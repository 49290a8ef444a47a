package import HostStore
package import TodayProtocol

/// Something about notifications that a surface must show and does not show yet.
///
/// Each is a state, not a step: to miss one and see a later one is as good as to see both.
package struct NotificationEvent: Hashable, Sendable {
    /// What there is to show.
    package enum Change: Hashable, Sendable {
        /// Everything: the surface is to show exactly this.
        case all(NotificationsState)
        /// One notification is there, new or with other words. It `arrives` if it is to draw attention: a banner, a bubble.
        case shown(ShownNotification, arrives: Bool)
        /// One notification is gone.
        case withdrawn(DeliveredID)
        /// What goes beside the list is different.
        case summary(NotificationSummary)
    }

    /// Up to where a surface that shows this tells the truth.
    package var revision: Revision
    /// What there is to show.
    package var change: Change

    /// Makes an event.
    package init(revision: Revision, change: Change) {
        self.revision = revision
        self.change = change
    }
}
