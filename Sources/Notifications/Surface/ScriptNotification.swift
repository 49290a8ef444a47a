package import FoundationEssentials
package import TodayProtocol

/// A notification that a script asks for, on behalf of the built-in app *Scripts*.
package struct ScriptNotification: Codable, Hashable, Sendable {
    /// Its identifier; one is made if left out.
    package var identifier: String?
    /// What it says.
    package var content: NotificationContent
    /// Actions of its own, at most four; the first two show in the minimal context.
    package var actions: [NotificationAction]
    /// When it is delivered.
    package var trigger: NotificationTrigger
    /// A point in time at which it is delivered instead.
    package var date: Date?

    /// Describes a notification.
    package init(
        identifier: String? = nil,
        content: NotificationContent,
        actions: [NotificationAction] = [],
        trigger: NotificationTrigger = .now,
        date: Date? = nil
    ) {
        self.identifier = identifier
        self.content = content
        self.actions = actions
        self.trigger = trigger
        self.date = date
    }
}
