import Foundation
import HostModel
import HostStorage
import Notifications
import TodayProtocol

@testable import SessionBus
@testable import TodayDesktop

/// Notifications and messages that several suites need.
enum BubbleSamples {
    static let server = ":1.7"
    static let app = AppID(rawValue: "test.shopping")

    static func notification(
        _ number: Int64 = 1,
        title: String = "Buy milk",
        level: NotificationInterruptionLevel = .active,
        actions: [ShownAction] = [],
        isListed: Bool = true,
        revision: Int64 = 10
    ) -> ShownNotification {
        ShownNotification(
            id: DeliveredID(rawValue: number),
            app: app,
            appTitle: "Shopping List",
            title: title,
            body: "Two bottles",
            date: Date(timeIntervalSince1970: 0),
            level: level,
            sound: .default,
            minimalActions: actions,
            isListed: isListed,
            revision: Revision(revision)
        )
    }

    static let inform = ShownAction(identifier: "justInform", title: "Just Inform")
    static let edit = ShownAction(
        identifier: "editList",
        title: "Edit",
        needsAuthentication: true,
        isForeground: true
    )
    static let reply = ShownAction(
        identifier: "reply",
        title: "Reply",
        textInput: ShownAction.TextInput(placeholder: "Write…", buttonTitle: "Send")
    )

    static func event(_ change: NotificationEvent.Change, revision: Int64 = 10) -> NotificationEvent {
        NotificationEvent(revision: Revision(revision), change: change)
    }

    static func state(_ notifications: [ShownNotification], revision: Int64 = 10, older: Int = 0) -> NotificationsState
    {
        NotificationsState(
            revision: Revision(revision),
            groups: [
                NotificationsState.Group(app: app, title: "Shopping List", notifications: notifications)
            ],
            older: older,
            summary: NotificationSummary(badges: [:], count: notifications.count, questions: [], failures: [])
        )
    }

    static func signal(_ member: String, _ arguments: BusValue..., sender: String = server) -> BusEvent {
        .signal(
            BusSignal(sender: sender, interface: NotificationServer.name, member: member, arguments: arguments)
        )
    }

    static func ownerChanged(to owner: String, sender: String = BusNames.name) -> BusEvent {
        .signal(
            BusSignal(
                sender: sender,
                interface: BusNames.name,
                member: "NameOwnerChanged",
                arguments: [.string(NotificationServer.name), .string(""), .string(owner)]
            )
        )
    }
}
