import Synchronization
public import TodayKit

/// The notification of the reminder, with its actions.
public enum ReminderNotification {
    /// The request's identifier; there is only one reminder.
    public static let identifier = "reminder"
    /// The category's identifier.
    public static let category = "reminder"
    /// The options that the app asks the person to allow.
    public static let options: Set<NotificationAuthorizationOption> = [.alert, .sound]
    /// How the reminder shows over pages of the app: without a banner if one of them is the list, which the banner would
    /// cover.
    static func presentation(over pages: [SceneURL]) -> Set<NotificationPresentationOption> {
        pages.contains { ["", "edit"].contains($0.path) }
            ? [.list, .sound] : Set(NotificationPresentationOption.allCases)
    }

    /// The identifiers of the actions.
    public enum Action {
        /// Dismisses the notification.
        public static let justInform = "justInform"
        /// Opens the list, with the focus in the field for a new item.
        public static let editList = "editList"
        /// Removes all items from the list.
        public static let trashList = "trashAction"
    }

    /// The app's only category, without the action to empty the list in the minimal context.
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

    /// Asks the person to allow the reminder, and sets its category; both have no effect if that was done before.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public static func register(_ context: AppContext) async throws {
        try await context.notifications.requestAuthorization(options: options)
        try await setCategory(context)
    }

    /// Sets the reminder's category, without asking the person; it has no effect if that was done before.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public static func setCategory(_ context: AppContext) async throws {
        try await context.notifications.setCategories(categories)
    }

    /// Returns the request for a reminder.
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

/// Decides how the reminder shows while pages of the app are open, and has them drawn without one that is over.
public final class ReminderPresenter: Sendable {
    /// The reminder that came last: it is pending until the host has delivered it.
    private let arrived = Mutex<NotificationRequest?>(nil)

    /// Creates a presenter to which no reminder came.
    public init() {}

    /// Returns how a notification shows.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func present(
        _ notification: DeliveredNotification,
        _ context: AppContext
    ) async throws -> Set<NotificationPresentationOption> {
        arrived.withLock { $0 = notification.request }
        try await context.scenes.reload()
        return ReminderNotification.presentation(over: context.visiblePages)
    }

    /// Returns those of the pending requests that are still to come.
    func toCome(_ pending: [NotificationRequest]) -> [NotificationRequest] {
        let arrived = arrived.withLock { $0 }
        return pending.filter { $0.trigger.repeats || $0 != arrived }
    }
}

/// The state of the reminder on the page.
public struct ReminderStatus: Hashable, Sendable {
    /// The reminder, if one is set.
    public var reminder: Reminder?
    /// A message for the person: why the reminder will not be shown, or why its state is unknown.
    public var note: String?

    /// Creates a state.
    public init(reminder: Reminder? = nil, note: String? = nil) {
        self.reminder = reminder
        self.note = note
    }

    /// Derives the state from the pending requests and the notification settings.
    public init(pending: [NotificationRequest], settings: NotificationSettings, _ texts: Texts) {
        reminder = pending.first { $0.identifier == ReminderNotification.identifier }
            .flatMap { Reminder($0.trigger) }
        guard reminder != nil else { return }
        switch settings.authorization {
        case .notDetermined: note = texts.waitsForAnswer
        case .authorized where settings.allowed.contains(.alert): break
        case .authorized, .denied: note = texts.notAllowed
        }
    }

    /// Reads the state from the host; if that fails, the list can still be shown and changed.
    public static func read(_ context: AppContext, _ presenter: ReminderPresenter) async -> ReminderStatus {
        do {
            return ReminderStatus(
                pending: presenter.toCome(try await context.notifications.pending()),
                settings: try await context.notifications.settings(),
                Texts(context.language)
            )
        } catch {
            return ReminderStatus(note: (error as? RequestError)?.message)
        }
    }
}
