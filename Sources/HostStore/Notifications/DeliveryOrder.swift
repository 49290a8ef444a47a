package import FoundationEssentials
package import TodayProtocol

/// What is to become of a request that fell due.
package struct DeliveryOrder: Hashable, Sendable {
    /// The request, with the generation that fell due; another one is left alone.
    package var scheduled: ScheduledNotification
    /// How it shows; with neither banner nor list it is over at once.
    package var presentation: Set<NotificationPresentationOption>
    /// Whether it is shown later than it should have been.
    package var isLate: Bool
    /// When it falls due again; none takes it from the pending ones.
    package var next: Date?

    /// Describes a delivery.
    package init(
        scheduled: ScheduledNotification,
        presentation: Set<NotificationPresentationOption>,
        isLate: Bool,
        next: Date?
    ) {
        self.scheduled = scheduled
        self.presentation = presentation
        self.isLate = isLate
        self.next = next
    }
}
