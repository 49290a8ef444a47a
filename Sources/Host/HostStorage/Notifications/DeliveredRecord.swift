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

/// The number of a delivered notification, the same on every surface and for as long as it is there.
///
/// A notification that another one with its identifier replaces keeps it. Numbers are never used again.
package struct DeliveredID: RawRepresentable, Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bare number.
    package let rawValue: Int64

    /// Takes a number.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Reads a number in decimal; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        guard let number = Int64(text), number > 0 else { return nil }
        self.init(rawValue: number)
    }

    /// The number in decimal.
    package var description: String { String(rawValue) }

    /// Orders by the numbers: a later notification has a greater one.
    package static func < (left: DeliveredID, right: DeliveredID) -> Bool { left.rawValue < right.rawValue }
}

/// What is to become of a request that fell due.
package struct NotificationDelivery: Hashable, Sendable {
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
