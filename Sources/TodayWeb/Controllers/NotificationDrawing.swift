import HostStore
import Notifications
import TodayProtocol
import TodayScreen

/// What the script gets to show what happened to notifications; what did not change is left out.
struct NotificationDrawing: Encodable {
    /// What goes beside the list.
    struct Beside: Encodable {
        var badge: Int
        var count: Int
        var badges: [AppID: Int]
        var question: String
        var failures: String

        init(_ summary: NotificationSummary) {
            badge = summary.badgeSum
            count = summary.count
            badges = summary.badges
            question = QuestionCard(question: summary.questions.first).page.text
            failures = FailureList(failures: summary.failures).page.text
        }
    }

    /// A notification that came, or says something else.
    struct Banner: Encodable {
        var id: DeliveredID
        var html: String
        /// What is said aloud; none if it does not draw attention.
        var spoken: String?

        init(_ notification: ShownNotification, arrives: Bool) {
            let banner = NotificationBanner(notification: notification)
            id = notification.id
            html = banner.page.text
            spoken = arrives ? banner.spoken : nil
        }
    }

    /// Up to where a page that shows this tells the truth.
    var position: String
    var beside: Beside?
    var banner: Banner?
    /// The notification that is gone.
    var gone: DeliveredID?
    /// All notifications that are there, where any may have come or gone.
    var there: [DeliveredID]?
    /// The list, for a page that shows it.
    var list: String?

    /// Draws an event; the list is for whoever shows it to add.
    init(_ event: NotificationEvent, epoch: String) {
        position = ScreenPosition(epoch: epoch, revision: event.revision).description
        switch event.change {
        case .all(let state):
            beside = Beside(state.summary)
            there = state.groups.flatMap(\.notifications).map(\.id)
        case .shown(let notification, let arrives): banner = Banner(notification, arrives: arrives)
        case .withdrawn(let id): gone = id
        case .summary(let summary): beside = Beside(summary)
        }
    }
}
