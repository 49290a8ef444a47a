public import TodayKit

/// The notification that reminds, and what can be done from it.
public enum ReminderNotification {
    /// The request's identifier: there is one reminder.
    public static let identifier = "reminder"
    /// The category's identifier.
    public static let category = "reminder"
    /// What the app asks the person for.
    public static let options: Set<NotificationAuthorizationOption> = [.alert, .sound]

    /// The identifiers of the actions.
    public enum Action {
        /// The notification just goes away.
        public static let justInform = "justInform"
        /// The list opens, with the cursor in the field for a new item.
        public static let editList = "editList"
        /// The list is emptied.
        public static let trashList = "trashAction"
    }

    /// The app's categories: one, with all actions where there is room, and without the trash where there is little.
    public static var categories: [NotificationCategory] {
        let justInform = NotificationAction(identifier: Action.justInform, title: .key("JUST_INFORM"))
        let editList = NotificationAction(
            identifier: Action.editList,
            title: .key("EDIT_LIST"),
            options: [.foreground, .authenticationRequired]
        )
        let trashList = NotificationAction(
            identifier: Action.trashList,
            title: .key("TRASH_LIST"),
            options: [.destructive, .authenticationRequired]
        )
        return [
            NotificationCategory(
                identifier: category,
                actions: [justInform, editList, trashList],
                minimalActions: [justInform, editList]
            )
        ]
    }

    /// The request for a reminder.
    public static func request(for reminder: Reminder) -> NotificationRequest {
        NotificationRequest(
            identifier: identifier,
            content: NotificationContent(
                title: .key("REMINDER_TITLE"),
                body: .key("REMINDER_BODY"),
                sound: .default,
                categoryIdentifier: category,
                deepLink: ShoppingURL.list
            ),
            trigger: reminder.trigger
        )
    }
}
