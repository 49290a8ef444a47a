public import TodayKit

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
