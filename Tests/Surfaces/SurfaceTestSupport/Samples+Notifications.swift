package import Foundation
import FoundationEssentials
import Host
package import HostModel
import HostStorage
import Notifications
package import TodayProtocol
import TodayScreen

extension Samples {
    /// The app Shopping List.
    package static let shopping = AppID("com.example.shopping")
    /// What its reminder offers: one action of each kind.
    package static let reminderActions = [
        ShownAction(identifier: "justInform", title: "Got It"),
        ShownAction(identifier: "editList", title: "Edit List", needsAuthentication: true, isForeground: true),
        ShownAction(
            identifier: "trashAction",
            title: "Trash List",
            isDestructive: true,
            needsAuthentication: true
        ),
        ShownAction(
            identifier: "add",
            title: "Add…",
            textInput: .init(placeholder: "Bread", buttonTitle: "Add")
        ),
    ]

    /// A reminder of Shopping List, without a number.
    package static func reminder(
        id: Int64 = 0,
        title: String = "Time to go shopping",
        ago seconds: TimeInterval = 300,
        from now: Date = Samples.now
    ) -> ShownNotification {
        ShownNotification(
            id: DeliveredID(rawValue: id),
            app: shopping,
            appTitle: "Shopping List",
            title: title,
            body: "Milk, bread and four more things are still to buy.",
            date: now.addingTimeInterval(-seconds),
            sound: .default,
            deepLink: "shopping://list",
            actions: reminderActions,
            minimalActions: Array(reminderActions.prefix(2)),
            revision: Revision(0)
        )
    }

    /// A forecast of Weather, which came late and offers nothing but to be opened.
    package static func forecast(from now: Date = Samples.now) -> ShownNotification {
        ShownNotification(
            id: DeliveredID(rawValue: 0),
            app: AppID("com.example.weather"),
            appTitle: "Weather",
            title: "Rain in 20 minutes",
            subtitle: "Cupertino",
            body: "It lasts until 6 PM.",
            date: now.addingTimeInterval(-7200),
            due: now.addingTimeInterval(-30_000),
            revision: Revision(0)
        )
    }

    /// What apps may do: one may, one may not, one asks.
    package static let permissions = [
        AppNotificationDescription(
            title: "Habits",
            settings: AppNotificationSettings(
                app: AppID("com.example.habits"),
                authorization: .notDetermined,
                wanted: [.alert, .sound],
                allowed: []
            )
        ),
        AppNotificationDescription(
            title: "Shopping List",
            settings: AppNotificationSettings(
                app: shopping,
                authorization: .authorized,
                wanted: [.alert, .sound, .badge],
                allowed: [.alert, .badge]
            )
        ),
        AppNotificationDescription(
            title: "Weather",
            settings: AppNotificationSettings(
                app: AppID("com.example.weather"),
                authorization: .denied,
                wanted: [.alert],
                allowed: [.alert]
            )
        ),
    ]

    /// A response that Shopping List failed at.
    package static let failure = NotificationSummary.Failure(
        id: "r7",
        app: shopping,
        title: "Shopping List",
        action: "Trash List",
        reason: .endedBeforeDone("Shopping List")
    )
}

extension Samples {
    /// The app of the messages.
    package static let messagesApp = AppID("com.example.weather")

    /// A message of Weather with a body, sent an hour ago.
    package static func message(
        _ id: String,
        title: String = "Storm warning",
        subtitle: String? = nil,
        isRead: Bool = false,
        hasBody: Bool = true
    ) -> ShownMessage {
        ShownMessage(
            app: messagesApp,
            appTitle: "Weather",
            message: Message(
                id: MessageID(id),
                title: title,
                subtitle: subtitle,
                sent: now.addingTimeInterval(-3600),
                isRead: isRead,
                contentType: "text/html",
                hasBody: hasBody
            )
        )
    }

    /// The page of a message.
    package static func messageScene(_ id: String) -> SceneState {
        var scene = scene()
        scene.message = MessageID(id)
        return scene
    }
}

extension Samples {
    /// A trace with a hop of each kind.
    package static let trace = DeliveryTrace(
        app: AppID("com.example.weather"),
        identifier: "rain",
        events: TraceEvent.Kind.allCases.map { TraceEvent($0, date: now, notification: DeliveredID(rawValue: 7)) }
    )
}
