package import FoundationEssentials
package import TodayProtocol

/// A notification that a script requests, shown by the built-in app *Scripts*.
package struct ScriptNotification: Codable, Hashable, Sendable {
    /// The identifier; `nil` to have one generated.
    package var identifier: String?
    package var content: NotificationContent
    /// The notification's own actions, at most four; the first two show in the minimal context.
    package var actions: [NotificationAction]
    package var trigger: NotificationTrigger
    /// A delivery date, which overrides the trigger.
    package var date: Date?

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

/// A notification of a script that the host has accepted.
package struct PostedNotification: Codable, Hashable, Sendable {
    package var identifier: String
    /// The due time; `nil` if it is due now.
    package var due: Date?
    /// `true` if the person lets *Scripts* show notifications; otherwise, this one is not shown.
    package var isAllowed: Bool
    /// The mark by which it is told from others with the same identifier, to wait for its answer alone.
    package var question: String?

    package init(identifier: String, due: Date? = nil, isAllowed: Bool = true, question: String? = nil) {
        self.identifier = identifier
        self.due = due
        self.isAllowed = isAllowed
        self.question = question
    }
}
