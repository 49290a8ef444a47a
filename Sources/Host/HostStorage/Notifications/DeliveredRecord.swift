package import FoundationEssentials
package import HostModel
package import TodayProtocol

/// A delivered notification, stored until it is answered, dismissed or withdrawn.
package struct DeliveredRecord: Hashable, Sendable {
    package var id: DeliveredID
    package var app: AppID
    package var request: NotificationRequest
    /// The notification's own actions, which replace its category's.
    package var actions: [NotificationAction]
    package var date: Date
    package var due: Date
    package var isLate: Bool
    /// `true` if it is in the list of notifications; otherwise it is only a banner.
    package var isListed: Bool
    /// The style of the last delivery; an alert waits for an answer.
    package var alertStyle = NotificationAlertStyle.banner
    /// Revision of the commit of the last delivery.
    package var revision: Revision

    package var notification: DeliveredNotification {
        DeliveredNotification(request: request, date: date, due: isLate ? due : nil)
    }
}

/// The state of a script that asks a question with a notification.
package enum NotificationAsker: String, Sendable {
    /// The script waits, and nothing else receives the answer.
    case waiting
    /// The script has ended without an answer.
    case gone
}

extension NotificationContent {
    private static let askerKey = "org.today.asker"
    private static let questionKey = "org.today.question"

    /// The state of the script that asked; `nil` if none asked, or if the answer is kept for a later caller.
    package var asker: NotificationAsker? {
        get { ownText(Self.askerKey).flatMap(NotificationAsker.init) }
        set { setOwnText(newValue?.rawValue, for: Self.askerKey) }
    }

    /// The mark by which a notification of a script is told from others with the same identifier, before and after it.
    package var question: String? {
        get { ownText(Self.questionKey) }
        set { setOwnText(newValue, for: Self.questionKey) }
    }

    private func ownText(_ key: String) -> String? {
        guard case .string(let text)? = userInfo?[key] else { return nil }
        return text
    }

    private mutating func setOwnText(_ text: String?, for key: String) {
        var info = userInfo ?? [:]
        info[key] = text.map { PropertyValue.string($0) }
        userInfo = info.isEmpty ? nil : info
    }
}

/// The delivery of a request that fell due.
package struct NotificationDelivery: Hashable, Sendable {
    /// The request; another generation of it is not delivered.
    package var scheduled: ScheduledNotification
    /// The presentation; without banner and list, the notification is not stored as delivered.
    package var presentation: Set<NotificationPresentationOption>
    /// The style of the notification if the presentation has a banner.
    package var alertStyle: NotificationAlertStyle
    package var isLate: Bool
    /// Time of the next delivery; `nil` removes the request from the pending ones.
    package var next: Date?
    /// The reason it shows no banner, for its trace; `nil` if it shows one.
    package var withheld: TraceEvent.Reason?

    package init(
        scheduled: ScheduledNotification,
        presentation: Set<NotificationPresentationOption>,
        alertStyle: NotificationAlertStyle = .banner,
        isLate: Bool,
        next: Date?,
        withheld: TraceEvent.Reason? = nil
    ) {
        self.scheduled = scheduled
        self.presentation = presentation
        self.alertStyle = alertStyle
        self.isLate = isLate
        self.next = next
        self.withheld = withheld
    }
}
