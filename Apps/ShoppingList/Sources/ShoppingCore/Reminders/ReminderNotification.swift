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

/// What the page says of the reminder.
public struct ReminderStatus: Hashable, Sendable {
    /// The reminder, if one is set.
    public var reminder: Reminder?
    /// What the person has to know of it: why it will not show, or why it is not known.
    public var note: String?

    /// Describes it.
    public init(reminder: Reminder? = nil, note: String? = nil) {
        self.reminder = reminder
        self.note = note
    }

    /// Draws the conclusion from what is pending and what the person allows.
    public init(pending: [NotificationRequest], settings: NotificationSettings) {
        reminder = pending.first { $0.identifier == ReminderNotification.identifier }
            .flatMap { Reminder($0.trigger) }
        guard reminder != nil else { return }
        switch settings.authorization {
        case .notDetermined: note = Texts.waitsForAnswer
        case .authorized where settings.allowed.contains(.alert): break
        case .authorized, .denied: note = Texts.notAllowed
        }
    }

    /// Asks the host; a list can be seen and changed also while its reminder is not known.
    public static func read(_ context: AppContext) async -> ReminderStatus {
        do {
            return ReminderStatus(
                pending: try await context.notifications.pending(),
                settings: try await context.notifications.settings()
            )
        } catch {
            return ReminderStatus(note: (error as? RequestError)?.message)
        }
    }
}
