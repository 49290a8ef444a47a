package import JSON
package import Notifications
import TodayProtocol

/// The scheduled notifications.
package struct PendingListReport: Report {
    /// The notifications, the soonest first.
    package var notifications: [PendingNotification]
    /// The time zone to show times in.
    package var zone: String

    /// Reports notifications.
    package init(notifications: [PendingNotification], zone: String) {
        self.notifications = notifications
        self.zone = zone
    }

    /// A line for each notification.
    package var text: String {
        guard !notifications.isEmpty else { return "Nothing is scheduled." }
        let dates = Dates(zone: zone)
        var table = TextTable("DUE", "APP", "IDENTIFIER", "TITLE", "")
        for notification in notifications {
            table.add(
                dates.person(notification.due),
                notification.appTitle,
                notification.identifier,
                notification.title,
                notification.repeats ? "repeats" : ""
            )
        }
        return table.text
    }

    /// An array of notifications.
    package var json: JSONValue {
        .array(
            notifications.map { notification in
                [
                    "app": .string(notification.app.rawValue),
                    "appTitle": .string(notification.appTitle),
                    "identifier": .string(notification.identifier),
                    "title": .string(notification.title),
                    "due": .string(Dates.machine(notification.due)),
                    "repeats": .bool(notification.repeats),
                ]
            }
        )
    }
}
